import { createEventDefinition } from '@logyard/contract/events/event-definitions'
import { useIsBuilt } from '../base/routes/built-routes.ts'
import { routes } from '../base/routes/routes.ts'
import { useMay } from '../base/session/current-user.tsx'

/** Whether the user can create event definitions. */
export function useMayMakeAlert(): boolean {
  const mayCreate = useMay()(createEventDefinition)
  const isBuilt = useIsBuilt()
  return mayCreate && isBuilt(routes.alerts.definitionNew)
}
