import { ProviderFault, type SurfaceGeometry } from '@cux/provider-sdk';
import { defaultPatience } from './isolated-world.ts';
import type { Screen } from './screen.ts';

/** The viewport as the browser lays it out: its size in CSS pixels, and how many device pixels 100 of them are. */
export async function measureGeometry(screen: Screen): Promise<SurfaceGeometry> {
  const target = screen.active;
  const answer = await target?.guarded(target.channel.send('Page.getLayoutMetrics'), defaultPatience);
  if (answer?.kind !== 'value') {
    throw new ProviderFault(
      'engine_gone',
      'The browser cannot be measured: its page is closed, or held by a dialog; open a new session.',
    );
  }
  const { layoutViewport, cssLayoutViewport } = answer.value;
  const { clientWidth: width, clientHeight: height } = cssLayoutViewport;
  return { width, height, scale_percent: Math.round((layoutViewport.clientWidth / width) * 100) };
}
