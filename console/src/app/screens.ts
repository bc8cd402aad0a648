/** Every screen. A test holds that each route has one. */

import { routes } from '../base/routes/routes.ts'
import { type Screen, screen } from '../base/routes/screen.ts'
import { alertsScreens } from '../features/alerts/alerts-screens.ts'
import { auditLogScreens } from '../features/audit-log/audit-log-screens.ts'
import { authenticationScreens } from '../features/authentication/authentication-screens.ts'
import { configurationsScreens } from '../features/configurations/configurations-screens.ts'
import { contentPacksScreens } from '../features/content-packs/content-packs-screens.ts'
import { dashboardsScreens } from '../features/dashboards/dashboards-screens.ts'
import { diagnosisScreens } from '../features/diagnosis/diagnosis-screens.ts'
import { enterpriseScreens } from '../features/enterprise/enterprise-screens.ts'
import { eventDefinitionsScreens } from '../features/event-definitions/event-definitions-screens.ts'
import { eventNotificationsScreens } from '../features/event-notifications/event-notifications-screens.ts'
import { extractorsScreens } from '../features/extractors/extractors-screens.ts'
import { failuresScreens } from '../features/failures/failures-screens.ts'
import { frozenLinksScreens } from '../features/frozen-links/frozen-links-screens.ts'
import { gettingStartedScreens } from '../features/getting-started/getting-started-screens.ts'
import { grokPatternsScreens } from '../features/grok-patterns/grok-patterns-screens.ts'
import { indexSetsScreens } from '../features/index-sets/index-sets-screens.ts'
import { inputsScreens } from '../features/inputs/inputs-screens.ts'
import { legacyAlertsScreens } from '../features/legacy-alerts/legacy-alerts-screens.ts'
import { loggingScreens } from '../features/logging/logging-screens.ts'
import { lookupScreens } from '../features/lookup/lookup-screens.ts'
import { messageScreens } from '../features/message/message-screens.ts'
import { nodesScreens } from '../features/nodes/nodes-screens.ts'
import { outputsScreens } from '../features/outputs/outputs-screens.ts'
import { overviewScreens } from '../features/overview/overview-screens.ts'
import { patternFieldsScreens } from '../features/pattern-fields/pattern-fields-screens.ts'
import { pipelinesScreens } from '../features/pipelines/pipelines-screens.ts'
import { rolesScreens } from '../features/roles/roles-screens.ts'
import { runningSearchesScreens } from '../features/running-searches/running-searches-screens.ts'
import { searchScreens } from '../features/search/search-screens.ts'
import { sidecarsScreens } from '../features/sidecars/sidecars-screens.ts'
import { streamsScreens } from '../features/streams/streams-screens.ts'
import { usersScreens } from '../features/users/users-screens.ts'

export const screens: readonly Screen[] = [
  screen(routes.start, () => import('./pages/start-page.tsx'), 'StartPage'),
  screen(routes.notFound, () => import('../ui/page/not-found-page.tsx'), 'NotFoundPage'),
  ...gettingStartedScreens,
  ...searchScreens,
  ...runningSearchesScreens,
  ...messageScreens,
  ...frozenLinksScreens,
  ...dashboardsScreens,
  ...overviewScreens,
  ...streamsScreens,
  ...eventDefinitionsScreens,
  ...alertsScreens,
  ...outputsScreens,
  ...nodesScreens,
  ...configurationsScreens,
  ...diagnosisScreens,
  ...inputsScreens,
  ...extractorsScreens,
  ...grokPatternsScreens,
  ...patternFieldsScreens,
  ...lookupScreens,
  ...pipelinesScreens,
  ...indexSetsScreens,
  ...sidecarsScreens,
  ...contentPacksScreens,
  ...auditLogScreens,
  ...loggingScreens,
  ...enterpriseScreens,
  ...failuresScreens,
  ...usersScreens,
  ...rolesScreens,
  ...eventNotificationsScreens,
  ...authenticationScreens,
  ...legacyAlertsScreens,
]
