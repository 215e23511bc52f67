const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** How often a log without a terminal says that a stage still runs. Milliseconds. */
const heartbeat = 15_000;

/**
 * Says on `stream` what is going on: a spinner on a terminal, short lines in a log. Standard output is the
 * program's alone.
 */
export class Progress {
  /**
   * @param {{ write(text: string): unknown, isTTY?: boolean | undefined }} stream
   * @param {() => number} now Milliseconds.
   */
  constructor(stream, now = Date.now) {
    this.stream = stream;
    this.now = now;
    this.isTerminal = stream.isTTY === true;
  }

  /** @param {string} text */
  line(text) {
    this.stream.write(`cux: ${text}\n`);
  }

  /**
   * Shows that a stage runs until the returned function is called with how it ended.
   * @param {string} label
   * @returns {(outcome: string) => void}
   */
  start(label) {
    const from = this.now();
    const seconds = () => Math.round((this.now() - from) / 1000);
    let frame = 0;
    if (!this.isTerminal) this.line(`${label} …`);
    const timer = setInterval(
      () => {
        if (!this.isTerminal) this.line(`${label} … ${seconds()} s`);
        else this.stream.write(`\r${frames[frame++ % frames.length]} cux: ${label} … ${seconds()} s `);
      },
      this.isTerminal ? 100 : heartbeat,
    );
    timer.unref();
    return (outcome) => {
      clearInterval(timer);
      if (this.isTerminal) this.stream.write('\r\u001b[2K');
      this.line(`${label}: ${outcome}, ${seconds()} s`);
    };
  }
}
