/** A bulk request as a log shipper sends it: the same action before every document. */
import { packBody } from '../../batch/packed-body.ts'
import { filebeatEvent } from '../../beats/testing/filebeat-event.ts'

export function bulkPayload(documents: number): Uint8Array {
  const lines = Array.from({ length: documents }, (_, number) => {
    const { '@metadata': _metadata, ...document } = filebeatEvent(number)
    return `{"create":{"_index":"logs-web"}}\n${JSON.stringify(document)}\n`
  })
  return packBody({}, Buffer.from(lines.join('')))
}
