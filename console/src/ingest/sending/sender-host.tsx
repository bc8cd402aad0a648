import { type InputSummary, listInputAddresses } from '@logyard/contract/ingest/inputs'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pickQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { listensEverywhere } from '../send-command.ts'

const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)

interface SenderHost {
  /** The host name or address that senders use. */
  readonly host: string
  /** The hosts to choose from. */
  readonly hosts: readonly string[]
  /** Whether only this machine reaches the host. */
  readonly isHere: boolean
  readonly choose: (host: string) => void
}

/**
 * How senders reach the server: by the host name of this page. A page that was opened as localhost offers the addresses
 * of the machine, because other machines cannot use its own.
 */
export function useSenderHost(): SenderHost {
  const pageHost = window.location.hostname
  const may = useMay()
  const [chosen, choose] = useState<string>()
  const addresses = useQuery({
    ...pickQuery(useCall(), ['input-addresses'], (answer) => answer.addresses, listInputAddresses),
    enabled: isLoopback(pageHost) && may(listInputAddresses),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hosts = [...(addresses.data ?? []), pageHost]
  const host = chosen ?? hosts[0] ?? pageHost
  return { host, hosts, isHere: isLoopback(host), choose }
}

interface SenderHostChoiceProps {
  readonly sender: SenderHost
  /** The input that is sent to. One that listens on a single address leaves no choice. */
  readonly input?: InputSummary
}

/** Nothing, if there is no choice. */
export function SenderHostChoice({ sender: { host, hosts, choose }, input }: SenderHostChoiceProps) {
  const t = useText()
  if (hosts.length < 2 || (input !== undefined && !listensEverywhere(input))) return null
  return (
    <NativeSelect
      mb="xs"
      maw={280}
      size="xs"
      label={t('ingest.sender')}
      data={hosts.map((value) => ({
        value,
        label: t(isLoopback(value) ? 'ingest.sender.here' : 'ingest.sender.elsewhere', { host: value }),
      }))}
      value={host}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}
