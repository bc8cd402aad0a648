/** One file with the facts that are needed to find the cause of a problem of an installation. */
import { holds, operation, Raw } from '../http/operation.ts'

export const createSupportBundle = operation({
  id: 'logyard.support_bundle.create',
  area: 'support',
  method: 'POST',
  path: '/logyard/support/bundle',
  node: 'this',
  summary: 'Facts about this node without secrets and messages, as a file (tar.gz)',
  access: holds('supportbundle:create'),
  audit: 'support-bundle:create',
  isOutside: true,
  produces: ['application/gzip'],
  answers: { 200: Raw },
})
