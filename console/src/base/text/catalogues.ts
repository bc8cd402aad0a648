/**
 * The message catalogues, one JSON file per area below `messages/en`. The first bundle has those of the shell and the
 * login; screens load the others together with their code.
 */
import errors from '../../messages/en/errors.json' with { type: 'json' }
import login from '../../messages/en/login.json' with { type: 'json' }
import ui from '../../messages/en/ui.json' with { type: 'json' }

/** Loaded with the first screen. */
export const firstCatalogue = { ...errors, ...login, ...ui }

/** Loaded when the first screen that lists them opens. */
export const areaCatalogues = {
  shell: () => import('../../messages/en/shell.json'),
  alerting: () => import('../../messages/en/alerting.json'),
  definitions: () => import('../../messages/en/definitions.json'),
  alerts: () => import('../../messages/en/alerts.json'),
  overview: () => import('../../messages/en/overview.json'),
  diagnosis: () => import('../../messages/en/diagnosis.json'),
  inputs: () => import('../../messages/en/inputs.json'),
  ingest: () => import('../../messages/en/ingest.json'),
  extractors: () => import('../../messages/en/extractors.json'),
  nodes: () => import('../../messages/en/nodes.json'),
  gettingStarted: () => import('../../messages/en/getting-started.json'),
  users: () => import('../../messages/en/users.json'),
  roles: () => import('../../messages/en/roles.json'),
  authentication: () => import('../../messages/en/authentication.json'),
  sharing: () => import('../../messages/en/sharing.json'),
  streams: () => import('../../messages/en/streams.json'),
  outputs: () => import('../../messages/en/outputs.json'),
  indexSets: () => import('../../messages/en/index-sets.json'),
  contentPacks: () => import('../../messages/en/content-packs.json'),
  auditLog: () => import('../../messages/en/audit-log.json'),
  logging: () => import('../../messages/en/logging.json'),
  enterprise: () => import('../../messages/en/enterprise.json'),
  failures: () => import('../../messages/en/failures.json'),
  configurations: () => import('../../messages/en/configurations.json'),
  whitelist: () => import('../../messages/en/whitelist.json'),
  dashboards: () => import('../../messages/en/dashboards.json'),
  search: () => import('../../messages/en/search.json'),
  searchTools: () => import('../../messages/en/search-tools.json'),
  runningSearches: () => import('../../messages/en/running-searches.json'),
  grok: () => import('../../messages/en/grok.json'),
  patternFields: () => import('../../messages/en/pattern-fields.json'),
  parsing: () => import('../../messages/en/parsing.json'),
  pipelines: () => import('../../messages/en/pipelines.json'),
  widgets: () => import('../../messages/en/widgets.json'),
  messages: () => import('../../messages/en/messages.json'),
  fields: () => import('../../messages/en/fields.json'),
  unusual: () => import('../../messages/en/unusual.json'),
  lookup: () => import('../../messages/en/lookup.json'),
  eventNotifications: () => import('../../messages/en/event-notifications.json'),
  legacyAlerts: () => import('../../messages/en/legacy-alerts.json'),
  sidecars: () => import('../../messages/en/sidecars.json'),
  mail: () => import('../../messages/en/mail.json'),
  apiBrowser: () => import('../../messages/en/api-browser.json'),
}

export type Area = keyof typeof areaCatalogues
type AreaMessages = { [A in Area]: keyof Awaited<ReturnType<(typeof areaCatalogues)[A]>>['default'] }[Area]

/** Every text has an id that starts with its catalogue's name: `login.title`. */
export type MessageId = Extract<keyof typeof firstCatalogue | AreaMessages, string>
