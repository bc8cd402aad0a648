/** The first-steps guide. */
import { type Static, Type } from 'typebox'
import { MAX_LIST } from '../http/bounds.ts'
import { inArea, NoBody, signedIn } from '../http/operation.ts'

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

const { get, post } = inArea('identity')

export const getGettingStarted = get('/system/gettingstarted', {
  id: 'gettingstarted.status',
  summary: 'Tells whether to show the getting-started guide',
  access: signedIn,
  answers: { 200: GettingStarted },
})

export const dismissGettingStarted = post('/system/gettingstarted/dismiss', {
  id: 'gettingstarted.dismiss',
  summary: 'Hide the first-steps guide from everybody until the next minor version',
  access: signedIn,
  audit: 'getting-started:dismiss',
  answers: { 204: NoBody },
})
