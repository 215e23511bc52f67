// The provider and the conformance suite
export { conformanceHttp } from './conformance/conformance-http.ts';
export { createHttpProvider, type HttpProviderOptions } from './create-http-provider.ts';
export { createProvider } from './create-provider.ts';
// A site's API as forms
export { type HttpInterface, httpInterfaceSchema } from './interface/http-interface.ts';
export { wordpressInterface } from './interfaces/wordpress.ts';
