import { Governed } from './governed.ts';
import { type McpContender, startPlaywrightMcp } from './playwright-mcp.ts';
import { type Raw, startRaw } from './raw.ts';
import { type StagehandContender, startStagehand } from './stagehand.ts';

export interface Contenders {
  readonly raw: Raw;
  readonly governed: Governed;
  readonly stagehand: StagehandContender;
  readonly mcp: McpContender;
  readonly mcpSettling: McpContender;
  close(): Promise<void>;
}

/** Each in a browser of its own, of the same Chromium. */
export async function startContenders(executablePath: string, origin: string): Promise<Contenders> {
  const raw = await startRaw(executablePath);
  const governed = await Governed.start(executablePath, origin);
  const stagehand = await startStagehand(executablePath);
  const mcp = await startPlaywrightMcp(executablePath, 0);
  const mcpSettling = await startPlaywrightMcp(executablePath);
  return {
    raw,
    governed,
    stagehand,
    mcp,
    mcpSettling,
    close: async () => {
      for (const each of [governed, raw, stagehand, mcp, mcpSettling]) {
        await Promise.race([each.close(), new Promise((done) => setTimeout(done, 5_000))]);
      }
    },
  };
}
