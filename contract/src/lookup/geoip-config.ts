/** The configuration document of the message processor that adds places to IP addresses. */
import { type Static, Type } from 'typebox'
import { ignoresUnknown } from '../http/open-parts.ts'
import { primitiveBoolean } from '../http/primitive.ts'
import { MAXMIND_DATABASE_TYPES } from './adapter-configs.ts'

export const GEOIP_CONFIG_KEY = 'org.graylog.plugins.map.config.GeoIpResolverConfig'

const MAX_PATH = 4096

const fields = {
  enabled: Type.Boolean(),
  db_type: Type.Enum(MAXMIND_DATABASE_TYPES),
  db_path: Type.String({ maxLength: MAX_PATH, description: 'A MaxMind database on the server' }),
}

export const GeoIpConfig = Type.Object(fields, { title: 'GeoIpResolverConfig' })
export type GeoIpConfig = Static<typeof GeoIpConfig>

export const GeoIpConfigDraft = Type.Object(
  { ...fields, enabled: primitiveBoolean() },
  { title: 'GeoIpResolverConfigDraft', ...ignoresUnknown },
)
