/** The message field that the values of a column or table may be stored in. */
export const fieldOfName = (name: string): string =>
  name
    .trim()
    .replaceAll(/[^\w.]+/g, '_')
    .toLowerCase()
