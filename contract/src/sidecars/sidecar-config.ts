/** The document with the settings of sidecars. */
import { type Static, Type } from 'typebox'

export const SIDECAR_CONFIG_KEY = 'org.graylog.plugins.sidecar.system.SidecarConfiguration'

const period = Type.String({ maxLength: 100, description: 'ISO 8601 without years and months, such as PT30S' })

export const SidecarConfig = Type.Object(
  {
    sidecar_expiration_threshold: period,
    sidecar_inactive_threshold: period,
    sidecar_update_interval: period,
    sidecar_send_status: Type.Boolean(),
    sidecar_configuration_override: Type.Boolean(),
  },
  { title: 'SidecarConfig', additionalProperties: false },
)
export type SidecarConfig = Static<typeof SidecarConfig>

export const SidecarConfigDraft = Type.Object(
  {
    sidecar_expiration_threshold: period,
    sidecar_inactive_threshold: period,
    sidecar_update_interval: Type.Optional(period),
    sidecar_send_status: Type.Optional(Type.Boolean()),
    sidecar_configuration_override: Type.Optional(Type.Boolean()),
  },
  { title: 'SidecarConfigDraft', additionalProperties: false },
)

export const SIDECAR_CONFIG_DEFAULTS: SidecarConfig = {
  sidecar_expiration_threshold: 'P14D',
  sidecar_inactive_threshold: 'PT1M',
  sidecar_update_interval: 'PT30S',
  sidecar_send_status: true,
  sidecar_configuration_override: false,
}
