import { lazy } from '../lazy.ts';
import { plainForm } from '../leak/fold.ts';

/**
 * Words that name no thing and no deed (`spec/computer-use-runtime-v0`, Human Attention Contract), in the languages that
 * people are asked in: in lower case and without marks.
 */
const vagueWords = lazy(
  (): ReadonlySet<string> =>
    new Set(
      `a an the this that it its is are be been you your we us i me my there sure now here please for on of to by or and with in
      at from as do does can could may should must will would shall has have had not if so then what when who how why about
      waiting wait waits waited awaiting pending needed need needs required requires requiring necessary
      approval approvals approve approved approving review reviews reviewed decision decisions decide confirm confirmed
      confirmation continue continues proceed proceeding go ahead next step steps action actions attention input answer
      response reply feedback help permission consent authorization authorisation sign off gate gates owner user users human
      humans reviewer operator person somebody someone anyone agent todo todos task tasks request requests item something
      anything everything thing things stuff ok okay yes no open blocked stuck stopped paused ready done finished urgent
      important attached below above following change changes look looks tell let know whether fine good alright correct right
      well soon possible check checks way see screen page error problem modal dialog result results new

      der die das den dem des ein eine einen einem einer eines es ist sind wird werden wurde bitte jetzt hier und oder auf von
      durch von seitens sicher zu zur zum fur mit im in an am aus sie ihr ihre ihren ihrer ihnen wir uns ich dies diese dieser dieses man kann konnen
      soll sollen muss mussen darf durfen mochten wollen nicht noch
      warten wartet wartend ausstehend offen erforderlich notig benotigt genehmigung genehmigen genehmigt freigabe freigeben
      freigegeben zustimmung zustimmen bestatigung bestatigen bestatigt prufung prufen gepruft entscheidung entscheiden
      fortfahren weiter weitermachen aktion eingabe aufmerksamkeit benutzer nutzer mensch person aufgabe anfrage schritt anderung anderungen ansehen schauen
      problem fehler seite bildschirm

      le la les l un une des du de d ce cette cet ces il elle est sont etre vous votre vos nous notre on y en et ou pour par avec
      sur dans au aux a s se veuillez merci maintenant ici peut peuvent doit doivent faut ne pas
      attente attend attendre attendant requis requise necessaire besoin approbation approuver approuve validation valider
      valide confirmation confirmer confirme decision decider revue verifier verification continuer poursuivre action
      attention reponse utilisateur humain personne tache demande etape

      seguro segura seguros seguras quiere desea el los las unos unas uno una del al lo este esta esto estos estas ese esa eso es son ser esta estan se su sus usted
      ustedes nosotros por para con y o u en que favor ahora aqui puede pueden debe deben hay no
      espera esperando esperar pendiente requiere requerida requerido necesaria necesario necesita aprobacion aprobar
      aprobado autorizacion autorizar confirmacion confirmar confirmado revision revisar decidir continuar proceder accion
      atencion respuesta usuario humano persona tarea solicitud paso

      certeza tem o os as um uma do da dos das no na nos nas e ou este isto esse isso sao ser estar voce voces seu sua por favor agora
      aqui pode podem deve devem
      aguardando aguarda aguardar esperando pendente requer necessaria necessario precisa aprovacao aprovar aprovado
      confirmacao confirmar decisao decidir revisao revisar continuar prosseguir acao atencao resposta usuario utilizador
      pessoa tarefa pedido

      dell all nell dall sull sicuro sicura il lo gli i un uno una del della dei delle di da in con su per e o questo questa sono essere si prego favore ora qui puo
      deve devono in attesa attende attendere richiesta richiesto necessaria necessario approvazione approvare approvato
      conferma confermare confermato decisione decidere revisione rivedere continuare procedere azione attenzione risposta
      utente persona compito

      zeker weet de het een dit dat is zijn wordt worden u uw je jouw wij ons en of op van te ter voor met in aan bij graag nu hier kan
      kunnen moet moeten mag wacht wachten wachtend openstaand vereist nodig goedkeuring goedkeuren goedgekeurd toestemming
      bevestiging bevestigen beslissing beslissen beoordeling beoordelen doorgaan actie aandacht invoer gebruiker mens
      persoon taak verzoek alstublieft

      przez przed na to jest sa prosze teraz tutaj i lub na od do dla z w czeka czekam czekanie oczekuje oczekiwanie oczekujace wymagane
      wymagana potrzebne potrzebna zatwierdzenie zatwierdzic zgoda zgode potwierdzenie potwierdz potwierdzic decyzja decyzje
      kontynuowac dalej dzialanie uwaga uzytkownik uzytkownika osoba zadanie

      bekleniyor bekliyor onay onayi onayla gerekli gerekiyor lutfen karar kullanici devam islem icin bir bu mi

      уверены уверен это этот эта эти и или на от до для с со в во по о об не у вы вас вам ваш ваша ваше ваши мы нам нас я мне пожалуиста
      пожалуйста сеичас сейчас здесь тут можно нужно надо должен должны есть ли
      ожидание ожидает ожидаем ожидается ждет ждем ждать ожидании требуется требует необходимо необходимо нужен нужна
      одобрение одобрения одобрить согласование согласовать утверждение утвердить подтверждение подтверждения подтвердить
      подтвердите решение решения решить проверка проверки проверить продолжить деиствие действие действия внимание ответ
      пользователь пользователя человек человека задача запрос шаг

      в на до та або і и чи це цеи цей будь ласка зараз очікування очікує потрібно потрібне схвалення підтвердження рішення
      користувача користувач продовжити

      في من على إلى الى هذا هذه هو هي أو او و يرجى الآن الان انتظار بانتظار في مطلوب مطلوبة موافقة الموافقة تأكيد التأكيد
      قرار القرار المستخدم متابعة مراجعة إجراء`
        .split(/\s+/)
        .map(unmarked),
    ),
);

/** The same for scripts that set no spaces between words: what is left when these are taken out. */
const unspacedVague =
  /请|請|等待|等|正在|需要|需|须|須|必须|必須|批准|审批|審批|核准|审核|審核|同意|确认|確認|确定|確定|决定|決定|继续|繼續|操作|用户|用戶|人工|人|您|你|的|中|是|否|吗|嗎|了|后|後|才能|进行|進行|任务|任務|处理|處理|ください|お願い|致し|いたし|します|います|おります|いる|しました|してい|して|した|ます|です|ました|ません|承認|許可|待ち|待って|待機|必要|必須|続行|続け|判断|対応|ユーザー|利用者|担当者|あなた|が|を|に|の|は|へ|で|と|も|か|승인|대기|확인|필요|결정|계속|진행|사용자|검토|요청|해주세요|하세요|합니다|입니다|하십시오|중|을|를|이|가|은|는|의|에/gu;

function unmarked(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').replace(/ł/g, 'l').replace(/ı/g, 'i');
}

/** Letters that stand apart are one word; an id that was issued, as `gate_01hz…`, is the name of nothing that a person knows. */
const noName = /(?<![\p{L}\d])(?:\p{L} ){3,40}\p{L}(?![\p{L}\d])|\b[a-z]{2,12}_[\da-z]*\d[\da-z]*\b/gu;

const joined = (part: string): string => (part.includes('_') ? '' : part.replaceAll(' ', ''));

/** Whether a question is made of words that name no thing and no deed. */
export function isVague(question: string): boolean {
  const shown = unmarked(question.normalize('NFKC').toLowerCase());
  return [shown, plainForm(question).toLowerCase()].some((text) => {
    const words =
      text
        .replace(noName, joined)
        .replace(unspacedVague, ' ')
        .match(/[\p{L}\d]+/gu) ?? [];
    return words.every((word) => /^\d+$/.test(word) || vagueWords().has(word));
  });
}
