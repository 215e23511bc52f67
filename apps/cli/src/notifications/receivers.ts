import type { GateNotification, NotificationReceiver } from '@cux/runtime';
import { CliFault } from '../cli-fault.ts';
import type { NotificationSettings } from '../options/config-schema.ts';
import { commandReceiver } from './command-receiver.ts';
import { type Post, post } from './post.ts';
import { slackText } from './slack-text.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the signing library offers, loaded where a webhook is told. */
type Sign = (id: string, at: Date, body: string) => string;

/** The receivers of the config file. Their secrets come from the environment, and are named nowhere. */
export async function receiversOf(
  settings: readonly NotificationSettings[],
  environment: Environment,
  now: () => number,
): Promise<readonly NotificationReceiver[]> {
  const names = settings.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new CliFault('usage', `Two notifications are called ${twice}; give each a name of its own.`);
  }
  return Promise.all(settings.map((each) => receiverOf(each, environment, now)));
}

async function receiverOf(
  settings: NotificationSettings,
  environment: Environment,
  now: () => number,
): Promise<NotificationReceiver> {
  const { name } = settings;
  const link = settings.link ?? null;
  switch (settings.kind) {
    case 'webhook': {
      const sign = await signer(variable(environment, settings.secret_variable, name), name);
      return { name, link, deliver: (notification) => post(signed(settings.url, notification, sign, now())) };
    }
    case 'slack': {
      const url = variable(environment, settings.url_variable, name);
      if (!URL.canParse(url)) throw unfit(name, settings.url_variable);
      return {
        name,
        link,
        deliver: (notification) =>
          post({ url, headers: {}, body: JSON.stringify({ text: slackText(notification) }) }),
      };
    }
    case 'command':
      return commandReceiver(name, link, settings.command, environment);
  }
}

/** After Standard Webhooks: id, time and signature in headers, the body exactly as it was signed. */
function signed(url: string, notification: GateNotification, sign: Sign, now: number): Post {
  const { id, gate_id, revision, question, link } = notification;
  const at = new Date(now);
  const body = JSON.stringify({
    type: 'gate.pending',
    timestamp: at.toISOString(),
    data: { gate_id, revision, question, link },
  });
  return {
    url,
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1_000)),
      'webhook-signature': sign(id, at, body),
    },
  };
}

async function signer(secret: string, name: string): Promise<Sign> {
  const { Webhook } = await import('standardwebhooks');
  try {
    const webhook = new Webhook(secret);
    return (id, at, body) => webhook.sign(id, at, body);
  } catch {
    throw new CliFault(
      'usage',
      `The secret of the notification ${name} is none: it begins with whsec_ and goes on in Base64.`,
    );
  }
}

function variable(environment: Environment, key: string, name: string): string {
  const value = environment[key];
  if (value !== undefined && value !== '') return value;
  throw new CliFault('usage', `The notification ${name} needs the variable ${key}, which is not set.`);
}

function unfit(name: string, key: string): CliFault {
  return new CliFault(
    'usage',
    `The variable ${key} of the notification ${name} holds no address; correct it.`,
  );
}
