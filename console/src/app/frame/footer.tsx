import { getRuntimeInfo, getSystemOverview } from '@logyard/contract/cluster/cluster'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/call-query.ts'
import { productVersion } from '../../base/server/product-version.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { systemQuery } from '../../cluster/cluster-queries.ts'
import classes from './footer.module.css'

export function Footer() {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const { data } = useQuery({ ...systemQuery(call), enabled: may(getSystemOverview) })
  const runtime = useQuery({
    ...callQuery(call, ['system-runtime'], getRuntimeInfo, { extendSession: false }),
    enabled: may(getRuntimeInfo),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const words = () => {
    if (data === undefined) return t('shell.footer.unknown')
    const { hostname } = data
    const version = productVersion(data.version)
    if (runtime.data === undefined) return t('shell.footer.short', { version, hostname })
    return t('shell.footer', { version, hostname, runtime: runtime.data.info })
  }
  return (
    <Text component="footer" className={classes['footer'] ?? ''} size="xs" c="dimmed">
      {words()}
    </Text>
  )
}
