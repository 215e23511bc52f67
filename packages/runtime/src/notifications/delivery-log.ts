import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ids } from '@cux/contracts';
import { z } from 'zod';
import { replaceDurably } from '../files/durable-file.ts';

const deliverySchema = z.strictObject({
  /** How often it was tried. */
  tries: z.number().int().min(1),
  /** Milliseconds since the epoch; null when it is tried no more. */
  next_at: z.number().int().min(0).nullable(),
  /** Milliseconds since the epoch; null until it has been delivered. */
  delivered_at: z.number().int().min(0).nullable(),
});

/** How far one notification has come. */
export type Delivery = z.infer<typeof deliverySchema>;

/**
 * What has been tried. The outbox itself is the store: a gate that waits is an entry in it, made in the same
 * transaction as the gate. What is lost here is told once more, under the same id.
 */
export interface DeliveryLog {
  read(id: string): Promise<Delivery | null>;
  /** Durable when it returns. */
  write(id: string, delivery: Delivery): Promise<void>;
}

/** In a private folder, a small file for each. One that cannot be read counts as none: it is told again. */
export function fileDeliveryLog(folder: string, ids: Ids): DeliveryLog {
  const fileOf = (id: string) => join(folder, `${id}.json`);
  return {
    async read(id) {
      try {
        return deliverySchema.parse(JSON.parse(await readFile(fileOf(id), 'utf8')));
      } catch {
        return null;
      }
    },
    async write(id, delivery) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceDurably(fileOf(id), `${JSON.stringify(delivery)}\n`, ids.next('key'));
    },
  };
}
