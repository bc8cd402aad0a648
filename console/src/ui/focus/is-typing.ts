/** Whether the key goes into a text or a choice, so that it is no shortcut. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])')
