/** Documents of the cluster configuration. Their keys are in the paths. */
import { type Example, nothing } from './catalogue-world.ts'

const body =
  (value: unknown): Example =>
  () => ({ body: value })

const GEOIP = { enabled: false, db_type: 'MAXMIND_CITY', db_path: '/etc/graylog/server/GeoLite2-City.mmdb' }
const THREATS = {
  tor_enabled: false,
  spamhaus_enabled: false,
  abusech_ransom_enabled: false,
  otx_enabled: false,
  otx_api_key: '',
}

export const configExamples: Readonly<Record<string, Example>> = {
  'events_config.get': nothing,
  'events_config.update': body({ events_search_timeout: 30_000 }),
  'sidecars_config.get': nothing,
  'sidecars_config.update': body({ sidecar_expiration_threshold: 'P7D', sidecar_inactive_threshold: 'PT2M' }),
  // Nothing is stored, and the answer is empty, until it is first changed.
  'geoip_config.get': async (world) => {
    await world.ask('PUT', '/system/cluster_config/org.graylog.plugins.map.config.GeoIpResolverConfig', GEOIP)
    return {}
  },
  'geoip_config.update': body({ ...GEOIP, db_path: '/etc/logyard/city.mmdb' }),
  'threatintel_config.get': nothing,
  'threatintel_config.update': body(THREATS),
}
