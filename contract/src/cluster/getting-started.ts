/** The first-steps guide. */
import { Type } from 'typebox'
import { NoBody, operation, signedIn } from '../http/operation.ts'

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

export const gettingStartedOperations = [getGettingStarted, dismissGettingStarted]
