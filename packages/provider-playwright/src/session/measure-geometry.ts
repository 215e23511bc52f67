import { ProviderFault, type SurfaceGeometry } from '@cux/provider-sdk';
import type { Screen } from './screen.ts';

/** The viewport as the browser lays it out: its size in CSS pixels, and how many device pixels 100 of them are. */
export async function measureGeometry(screen: Screen): Promise<SurfaceGeometry> {
  const target = screen.active;
  if (target === null) {
    throw new ProviderFault('engine_gone', 'The browser has no page to be measured: open a new session.');
  }
  const { layoutViewport, cssLayoutViewport } = await target.channel.send('Page.getLayoutMetrics');
  const { clientWidth: width, clientHeight: height } = cssLayoutViewport;
  return { width, height, scale_percent: Math.round((layoutViewport.clientWidth / width) * 100) };
}
