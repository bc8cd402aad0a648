/** Codecs: the formats that raw bytes can be decoded from. */
import { type Static, Type } from 'typebox'
import { ConfigRequest } from '../configured/configuration.ts'
import { operation, signedIn } from '../http/operation.ts'

export const CodecTypeInfo = Type.Object(
  {
    type: Type.String(),
    name: Type.String({ description: 'May be empty; then the type is what to show' }),
    requested_configuration: ConfigRequest,
  },
  { title: 'CodecTypeInfo' },
)
export type CodecTypeInfo = Static<typeof CodecTypeInfo>

export const CodecTypesByType = Type.Record(Type.String(), CodecTypeInfo, { title: 'CodecTypesByType' })
export type CodecTypesByType = Static<typeof CodecTypesByType>

export const listCodecTypes = operation({
  id: 'codecs.types',
  area: 'codecs',
  method: 'GET',
  path: '/system/codecs/types/all',
  summary: 'All codecs with what they can be configured with',
  access: signedIn,
  answers: { 200: CodecTypesByType },
})
