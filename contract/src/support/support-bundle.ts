/** One file with the facts that are needed to find the cause of a problem of an installation. */
import { holds, inArea, Raw } from '../http/operation.ts'

const { post } = inArea('support')

export const createSupportBundle = post('/logyard/support/bundle', {
  id: 'logyard.support_bundle.create',
  node: 'this',
  summary: 'Facts about this node without secrets and messages, as a file (tar.gz)',
  access: holds('supportbundle:create'),
  audit: 'support-bundle:create',
  isOutside: true,
  produces: ['application/gzip'],
  answers: { 200: Raw },
})
