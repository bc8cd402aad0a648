import { getSystemOverview } from '@logyard/contract/cluster'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../services.tsx'
import { useMay } from '../session/current-user.tsx'
import { useText } from '../text/text.tsx'
import classes from './footer.module.css'

export function Footer() {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => call(getSystemOverview, { signal, extendSession: false }),
    enabled: may('system:read'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Text component="footer" className={classes['footer'] ?? ''} size="xs" c="dimmed">
      {data === undefined
        ? t('shell.footer.unknown')
        : t('shell.footer', { version: data.version, hostname: data.hostname })}
    </Text>
  )
}
