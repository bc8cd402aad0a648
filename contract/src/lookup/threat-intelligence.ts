/** The configuration document that enables sources of threat intelligence. */
import { type Static, Type } from 'typebox'
import { nullable } from '../http/envelope.ts'

export const THREAT_INTEL_KEY = 'org.graylog.plugins.threatintel.ThreatIntelPluginConfiguration'

const MAX_API_KEY = 500

const sources = {
  tor_enabled: Type.Boolean(),
  spamhaus_enabled: Type.Boolean(),
  abusech_ransom_enabled: Type.Boolean({ description: 'Without effect: abuse.ch ended these lists in 2019' }),
  otx_enabled: Type.Boolean({ description: 'Without effect: each data adapter for OTX has an API key of its own' }),
}

export const ThreatIntelConfig = Type.Object(
  { ...sources, otx_api_key: nullable(Type.String({ description: 'Answered as a placeholder' })) },
  { title: 'ThreatIntelConfig' },
)
export type ThreatIntelConfig = Static<typeof ThreatIntelConfig>

export const ThreatIntelConfigDraft = Type.Object(
  { ...sources, otx_api_key: Type.Optional(nullable(Type.String({ maxLength: MAX_API_KEY }))) },
  { title: 'ThreatIntelConfigDraft', additionalProperties: false },
)
