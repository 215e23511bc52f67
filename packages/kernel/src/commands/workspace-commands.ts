/** The commands by which a workspace goes from one store to another. Any other is refused while it is at work elsewhere. */
export interface WorkspaceCommands {
  /**
   * Says, in the store that it is at work in, in which one it will be: from here on nothing is admitted or decided here. Refused
   * while an attempt is under way or a Computer is placed.
   */
  'retire-workspace': {
    input: {
      move_id: string;
      /** The identity of the store that it goes to. */
      store_id: string;
      /** What people call that store; no secret is in it. */
      place: string;
    };
    result: { store_id: string };
  };
  /** In the store that it went to: part of the transaction that makes the copy final, by which it is at work there. */
  'arrive-workspace': { input: { move_id: string }; result: { store_id: string } };
  /**
   * In the store that it was to leave: it is at work here again. Only to be sent once the store that it was to go to has
   * refused the move for good; the kernel of one store cannot look into another.
   */
  'take-back-workspace': { input: { move_id: string }; result: { store_id: string } };
}
