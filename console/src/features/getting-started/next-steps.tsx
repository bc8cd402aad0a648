import { createsDashboards } from '@logyard/contract/identity/rights'
import { createUser } from '@logyard/contract/identity/users'
import { createStream } from '@logyard/contract/streams/streams'
import { Title } from '@mantine/core'
import { IconLayoutDashboard, IconRoute, IconUserPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import classes from './getting-started.module.css'

const NEXT = [
  { name: 'dashboard', route: routes.dashboardNew, needs: createsDashboards, Icon: IconLayoutDashboard },
  { name: 'stream', route: routes.streams, needs: createStream, Icon: IconRoute },
  { name: 'user', route: routes.users.create, needs: createUser, Icon: IconUserPlus },
] as const

/** Where to go once messages arrive. */
export function NextSteps() {
  const t = useText()
  const may = useMay()
  const id = useId()
  const open = NEXT.filter(({ needs }) => may(needs))
  if (open.length === 0) return null
  return (
    <section aria-labelledby={id} className={classes['next']}>
      <Title order={2} id={id}>
        {t('gettingStarted.next')}
      </Title>
      <ul>
        {open.map(({ name, route, Icon }) => (
          <li key={name}>
            <Icon size={16} aria-hidden />
            <AppLink to={route()}>{t(`gettingStarted.next.${name}`)}</AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
