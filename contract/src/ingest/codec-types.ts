/** Codecs: the formats that raw bytes can be decoded from. */
import { type Static, Type } from 'typebox'
import { ConfigRequest } from '../configured/configuration.ts'
import { inArea, signedIn } from '../http/operation.ts'

export const CodecTypeInfo = Type.Object(
  {
    type: Type.String(),
    name: Type.String({ description: 'May be empty; then the type is what to show' }),
    requested_configuration: ConfigRequest,
  },
  { title: 'CodecTypeInfo' },
)

export const CodecTypesByType = Type.Record(Type.String(), CodecTypeInfo, { title: 'CodecTypesByType' })
export type CodecTypesByType = Static<typeof CodecTypesByType>

const { get } = inArea('codecs')

export const listCodecTypes = get('/system/codecs/types/all', {
  id: 'codecs.types',
  summary: 'All codecs with what they can be configured with',
  access: signedIn,
  answers: { 200: CodecTypesByType },
})
