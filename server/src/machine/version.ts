import packageFacts from '../../package.json' with { type: 'json' }

/** The version of Logyard. */
export const VERSION: string = packageFacts.version

/** The version that API clients see: the version of the API, then Logyard's own. */
export const API_VERSION = `4.0.17+logyard.${VERSION}`
