/**
 * NetFlow v5, v9 and IPFIX. The templates of v9 and IPFIX arrive in packets of their own, but decoding has no memory: the
 * input journals packets that contain the templates of their data (see flow-exporters.ts) and, if the user has configured
 * field definitions, those of the fields that the packet uses, as the metadata of a packed body.
 */
import { createMessageBatch } from '../batch/message-batch.ts'
import { unpackBody } from '../batch/packed-body.ts'
import type { Codec, Decoded, RawMessage } from '../codec.ts'
import { overrideSourceField, textField } from '../config-fields.ts'
import { withSource } from '../with-source.ts'
import { type FieldDefinitions, fieldDefinitions } from './field-definitions.ts'
import { flowVersion } from './flow-packet.ts'
import { IPFIX_ELEMENTS } from './ipfix-elements.ts'
import { decodeNetflow5 } from './netflow5.ts'
import { NETFLOW9_FIELDS } from './netflow9-fields.ts'
import { decodeTemplateFlows } from './template-flows.ts'

export const NETFLOW9_DEFINITIONS = 'netflow9_definitions_Path'

export const netflowCodec: Codec = {
  id: 'netflow',
  name: 'NetFlow',
  configuration: {
    override_source: overrideSourceField,
    [NETFLOW9_DEFINITIONS]: textField(
      {
        label: 'Netflow 9 field definitions',
        description: 'Path of a YAML file that replaces the names of the fields',
        isOptional: true,
      },
      '',
    ),
  },
  create: (configuration) => withSource(configuration, decode),
}

function decode({ payload }: RawMessage): Decoded {
  const { notes, body } = unpackBody(payload)
  const packet = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const batch = createMessageBatch(packet.length)
  const version = flowVersion(packet)
  if (version === 5) decodeNetflow5(packet, batch)
  else if (version === 9) decodeTemplateFlows(packet, definitionsOf(notes), batch)
  else if (version === 10) decodeTemplateFlows(packet, IPFIX_ELEMENTS, batch)
  else batch.fail('version-unsupported', `NetFlow v5, v9 and IPFIX can be read, but the packet has version ${version}`)
  return batch.decoded()
}

const definitionsOf = (notes: ReadonlyMap<string, string>): FieldDefinitions =>
  notes.size === 0 ? NETFLOW9_FIELDS : fieldDefinitions(Object.fromEntries(notes))
