import { Socket } from 'node:net';
import pg from 'pg';
import { checkServer } from './check-server.ts';
import { storeFault } from './map-fault.ts';
import type { Settings } from './options.ts';

/** One statement with its values; `name` is what the server keeps its plan under. */
export interface Statement<Row> {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Only a type: what one row of the answer looks like. */
  readonly row?: Row;
}

/** A connection that statements are sent on, one behind the other, without waiting for the answers between. */
export interface Connection {
  send<Row>(statement: Statement<Row>): Promise<readonly Row[]>;
  /** Sends a statement that answers no rows; answers the server's word for what was done, for example `COMMIT`. */
  order(text: string): Promise<string>;
  /** Breaks the connection off: what it was about has ended, one way or the other. */
  breakOff(): void;
}

interface Wire {
  readonly client: pg.Client;
  readonly socket: Socket;
}

/**
 * A place for one connection at a time: made when it is first needed, and made anew when it is gone. Every new one is
 * asked whether the server is still one that can be relied on.
 */
export class Lane {
  readonly #settings: Settings;
  #open: Promise<Wire> | null = null;
  #closed = false;
  /** Statements that wait for their answer. */
  waiting = 0;
  /** How many connections were lost. */
  lost = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Throws what the driver throws, or a `StoreFault` of a server that cannot be relied on. */
  async connection(): Promise<Connection> {
    if (this.#closed) throw storeFault('closed');
    this.#open ??= this.#connect();
    return this.#over(await this.#open);
  }

  /** Lets statements that were sent have their answer, then ends the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    const wire = await this.#open?.catch(() => null);
    this.#open = null;
    await wire?.client.end();
  }

  #connect(): Promise<Wire> {
    const socket = new Socket();
    const client = new pg.Client({
      ...this.#settings.client,
      stream: () => socket,
      types: { getTypeParser },
    });
    const opening = client
      .connect()
      .then(() => checkServer(this.#over({ client, socket })))
      .then(() => ({ client, socket }));
    const gone = (): void => {
      if (this.#open === opening) {
        this.#open = null;
        this.lost += 1;
      }
      socket.destroy();
    };
    client.on('error', gone);
    client.on('end', gone);
    // Whoever waits for the connection is told; here it is only forgotten.
    opening.catch(gone);
    return opening;
  }

  #over({ client, socket }: Wire): Connection {
    const query = async (config: pg.QueryConfig): Promise<pg.QueryResult> => {
      this.waiting += 1;
      together(socket);
      try {
        return await client.query(config);
      } finally {
        this.waiting -= 1;
      }
    };
    return {
      send: async ({ name, text, values = [] }) => {
        const config = { text, values: [...values] };
        return (await query(name === undefined ? config : { ...config, name })).rows;
      },
      order: async (text) => (await query({ text })).command,
      breakOff: () => socket.destroy(),
    };
  }
}

/** What is sent before anything else gets its turn leaves in one piece. */
function together(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

const int8 = 20;

/** Whole numbers of 64 bits as numbers: the store keeps none above 2⁵³. */
const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format);
