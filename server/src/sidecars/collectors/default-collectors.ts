/** The collectors that every server has. One that was deleted comes back with the next start; a changed one stays. */
import type { Ids } from '../../platform/ids.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { collectorCollection, collectorKey, type StoredCollector } from './collector-store.ts'
import { FILEBEAT_LINUX, FILEBEAT_WINDOWS, NXLOG_LINUX, NXLOG_WINDOWS, WINLOGBEAT } from './default-templates.ts'

type DefaultCollector = Omit<StoredCollector, 'id'>

const DEFAULTS: readonly DefaultCollector[] = [
  {
    name: 'filebeat',
    service_type: 'exec',
    node_operating_system: 'linux',
    executable_path: '/usr/share/filebeat/bin/filebeat',
    execute_parameters: '-c  %s',
    validation_parameters: 'test config -c %s',
    default_template: FILEBEAT_LINUX,
  },
  {
    name: 'winlogbeat',
    service_type: 'svc',
    node_operating_system: 'windows',
    executable_path: 'C:\\Program Files\\Graylog\\sidecar\\winlogbeat.exe',
    execute_parameters: '-c "%s"',
    validation_parameters: 'test config -c "%s"',
    default_template: WINLOGBEAT,
  },
  {
    name: 'nxlog',
    service_type: 'exec',
    node_operating_system: 'linux',
    executable_path: '/usr/bin/nxlog',
    execute_parameters: '-f -c %s',
    validation_parameters: '-v -c %s',
    default_template: NXLOG_LINUX,
  },
  {
    name: 'nxlog',
    service_type: 'svc',
    node_operating_system: 'windows',
    executable_path: 'C:\\Program Files (x86)\\nxlog\\nxlog.exe',
    execute_parameters: '-c "%s"',
    validation_parameters: '-v -f -c "%s"',
    default_template: NXLOG_WINDOWS,
  },
  {
    name: 'filebeat',
    service_type: 'svc',
    node_operating_system: 'windows',
    executable_path: 'C:\\Program Files\\Graylog\\sidecar\\filebeat.exe',
    execute_parameters: '-c "%s"',
    validation_parameters: 'test config -c "%s"',
    default_template: FILEBEAT_WINDOWS,
  },
]

export async function ensureDefaultCollectors(settings: SettingsStore, ids: Ids): Promise<void> {
  const store = settings.collection(collectorCollection)
  for (const collector of DEFAULTS) {
    if ((await store.findBy('subject', collectorKey(collector))) === undefined) {
      await store.insert({ id: ids.next(), ...collector })
    }
  }
}
