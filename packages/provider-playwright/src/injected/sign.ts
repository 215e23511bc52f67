/** A fact about the screen; `code` is one of the contract's blocker codes. Role and name are the page's words. */
export interface Sign {
  readonly code:
    | 'captcha'
    | 'login'
    | 'payment'
    | 'permission'
    | 'destructive_confirmation'
    | 'modal'
    | 'popover'
    | 'overlay';
  readonly role: string | null;
  readonly name: string | null;
}
