/** Literal text as a part of a regular expression, in Java and JavaScript alike. */
export const escapeRegex = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Runs of several blanks, tabs or line breaks match any white space. */
export const escapeLoosely = (text: string): string =>
  escapeRegex(text).replaceAll(/[ \t\n\v\f\r]+/g, (run) => (run === ' ' ? ' ' : '\\s+'))
