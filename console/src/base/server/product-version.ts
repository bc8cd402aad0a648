/** `4.0.17+logyard.0.1.0`: the version of the API, then the product's own. */
const BOTH = /^(.+)\+logyard\.(.+)$/

export const productVersion = (version: string): string => BOTH.exec(version)?.[2] ?? version

/** `undefined` if the server names none. */
export const apiVersion = (version: string): string | undefined => BOTH.exec(version)?.[1]
