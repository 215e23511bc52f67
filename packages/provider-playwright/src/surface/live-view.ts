import type { ActionOutcome, LiveView, PersonInput, ScreenFrame } from '@cux/provider-sdk';
import type { PageTarget } from '../session/page-target.ts';
import type { Screen } from '../session/screen.ts';
import { act } from './person-hands.ts';

/** Good enough to read, and small enough for a stream. */
const quality = 70;

/** What is shown of a dialog's message: page text, untrusted. */
const messageBound = 300;

/** One picture of the engine; the next one comes when it has been acknowledged. */
interface Picture {
  readonly data: string;
  readonly sessionId: number;
}

type OnFrame = (frame: ScreenFrame) => void;

/** The active target as a moving picture. Follows the person to another target, and shows a dialog that holds the page. */
class Watch {
  private readonly screen: Screen;
  private readonly onFrame: OnFrame;
  private shown: PageTarget | null = null;
  private last: Uint8Array = new Uint8Array();
  private ended = false;

  constructor(screen: Screen, onFrame: OnFrame) {
    this.screen = screen;
    this.onFrame = onFrame;
  }

  async follow(): Promise<void> {
    const { active } = this.screen;
    if (this.ended || active === this.shown) {
      this.show();
      return;
    }
    await this.leave();
    this.shown = active;
    if (active === null) return;
    active.channel.on('Page.screencastFrame', this.take);
    // A page that a dialog holds answers when the dialog is gone: nobody waits for it here.
    void active.channel
      .send('Page.startScreencast', { format: 'jpeg', quality, everyNthFrame: 1 })
      .catch(() => undefined);
    this.show();
  }

  async end(): Promise<void> {
    this.ended = true;
    await this.leave();
  }

  private readonly take = ({ data, sessionId }: Picture): void => {
    this.shown?.channel.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    this.last = new Uint8Array(Buffer.from(data, 'base64'));
    this.show();
  };

  private show(): void {
    const target = this.shown;
    if (this.ended || target === null || (this.last.length === 0 && target.dialog === null)) return;
    const others = this.screen.open.filter(({ label }) => label !== target.label);
    this.onFrame({
      bytes: this.last,
      mediaType: 'image/jpeg',
      target: target.label,
      targets: [target.label, ...others.map(({ label }) => label)],
      dialog: dialogOf(target),
    });
  }

  private async leave(): Promise<void> {
    const target = this.shown;
    this.shown = null;
    this.last = new Uint8Array();
    if (target === null) return;
    target.channel.off('Page.screencastFrame', this.take);
    if (!target.closed && target.dialog === null) {
      await target.channel.send('Page.stopScreencast').catch(() => undefined);
    }
  }
}

function dialogOf({ dialog }: PageTarget): ScreenFrame['dialog'] {
  if (dialog === null) return null;
  const type = dialog.type();
  const kind = type === 'confirm' || type === 'prompt' || type === 'beforeunload' ? type : 'alert';
  return { kind, text: dialog.message().slice(0, messageBound) };
}

/** Watching and acting of one takeover; `end` stops both for good. */
export function openLiveView(screen: Screen): { readonly view: LiveView; end(): Promise<void> } {
  let watch: Watch | null = null;
  let ended = false;
  let turn: Promise<unknown> = Promise.resolve();
  const stop = async (which: Watch | null): Promise<void> => {
    if (which === null || watch !== which) return;
    watch = null;
    screen.onChange = null;
    await which.end();
  };
  const view: LiveView = {
    async watch(onFrame) {
      await stop(watch);
      const mine = new Watch(screen, onFrame);
      if (!ended) {
        watch = mine;
        screen.onChange = () => void mine.follow().catch(() => undefined);
        await mine.follow();
      }
      return () => stop(mine);
    },
    input(input: PersonInput): Promise<ActionOutcome> {
      const next = turn.then(() => (ended ? ({ kind: 'lost' } as const) : act(screen, input)));
      turn = next.catch(() => undefined);
      return next;
    },
  };
  return {
    view,
    async end() {
      ended = true;
      await stop(watch);
    },
  };
}
