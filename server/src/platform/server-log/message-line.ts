/**
 * A fact of lines that consist of log messages: outputs and the function `debug` of rules write them. They may contain
 * anything, so a support bundle leaves them out.
 */
export const MESSAGE_LINE = { marker: 'message' } as const
