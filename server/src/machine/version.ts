import packageFacts from '../../package.json' with { type: 'json' }

/** Of Logyard itself. */
export const VERSION: string = packageFacts.version

/** What clients of the API are told: the API that they may expect, and what it is made of. */
export const API_VERSION = `4.0.17+logyard.${VERSION}`
