import { createsDashboards } from '@logyard/contract/identity/rights'
import { createUser } from '@logyard/contract/identity/users'
import { createStream } from '@logyard/contract/streams/streams'
import { IconLayoutDashboard, IconRoute, IconUserPlus } from '@tabler/icons-react'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { NextStep, NextSteps } from '../../ui/next-steps/next-steps.tsx'

const NEXT = [
  { name: 'dashboard', route: routes.dashboardNew, needs: createsDashboards, Icon: IconLayoutDashboard },
  { name: 'stream', route: routes.streams, needs: createStream, Icon: IconRoute },
  { name: 'user', route: routes.users.create, needs: createUser, Icon: IconUserPlus },
] as const

/** Where to go once messages arrive. */
export function AfterFirstMessage() {
  const t = useText()
  const may = useMay()
  const open = NEXT.filter(({ needs }) => may(needs))
  if (open.length === 0) return null
  return (
    <NextSteps title={t('gettingStarted.next')}>
      {open.map(({ name, route, Icon }) => (
        <NextStep key={name} Icon={Icon} label={t(`gettingStarted.next.${name}`)} to={route()} />
      ))}
    </NextSteps>
  )
}
