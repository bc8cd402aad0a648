/** The first-steps guide. */
import { type Static, Type } from 'typebox'
import { MAX_LIST } from '../http/bounds.ts'
import { NoBody, operation, signedIn } from '../http/operation.ts'

export const GETTING_STARTED_KEY = 'org.graylog2.gettingstarted.GettingStartedState'

/** A configuration document: in which versions the guide is hidden. */
export const GettingStartedState = Type.Object(
  {
    dismissed_in_versions: Type.Array(Type.String({ pattern: '^\\d{1,9}\\.\\d{1,9}$', description: 'As in 1.4' }), {
      maxItems: MAX_LIST,
    }),
  },
  { title: 'GettingStartedState', additionalProperties: false },
)
export type GettingStartedState = Static<typeof GettingStartedState>

const GettingStarted = Type.Object({ show: Type.Boolean() }, { title: 'GettingStarted' })

export const getGettingStarted = operation({
  id: 'gettingstarted.status',
  area: 'identity',
  method: 'GET',
  path: '/system/gettingstarted',
  summary: 'Tells whether to show the getting-started guide',
  access: signedIn,
  answers: { 200: GettingStarted },
})

export const dismissGettingStarted = operation({
  id: 'gettingstarted.dismiss',
  area: 'identity',
  method: 'POST',
  path: '/system/gettingstarted/dismiss',
  summary: 'Hide the first-steps guide from everybody until the next minor version',
  access: signedIn,
  audit: 'getting-started:dismiss',
  answers: { 204: NoBody },
})
