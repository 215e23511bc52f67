/**
 * The words that people choose for a password most often, of letters alone: without a digit or a sign nothing else tells
 * them from what a form says in that place. Lower case.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `letmein qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm iloveyou trustnoone trustno monkey dragon
  sunshine princess football baseball basketball superman batman starwars shadow michael jennifer jordan hunter ashley
  charlie daniel thomas robert freedom whatever computer internet hello hottie lovely flower cheese cookie chocolate
  pokemon mustang corvette ferrari harley yankees cowboys rangers liverpool arsenal chelsea barcelona juventus killer
  soccer hockey pepper ginger summer winter buster tigger bailey maggie jessica nicole amanda babygirl loveme fuckyou
  passw0rd password passwort motdepasse contrasena senha parola hasloo haslo salasana wachtwoord hallo schatz geheim
  ficken soleil doudou loulou chouchou marseille bonjour tequiero teamo estrella mariposa juventud realmadrid
  welcome welkom bienvenue willkommen admin administrator adminadmin root toor guest master secret supersecret
  opensesame correcthorsebatterystaple abcdef abcdefg abcdefgh aaaaaa qazwsx qwerasdf test testtest testing`
    .trim()
    .split(/\s+/),
);
