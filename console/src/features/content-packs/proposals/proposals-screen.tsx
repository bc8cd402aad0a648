import {
  applyProposal,
  type ConfigurationProposal,
  type PlannedProposal,
  rejectProposal,
} from '@logyard/contract/content-packs/configuration-proposals'
import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconGitPullRequest } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { DataName } from '../../../ui/data-name.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { Change, ChangeList } from '../differences/differences.tsx'
import { PacksPage } from '../packs-page.tsx'
import { proposalQuery, proposalsQuery, useApplyProposal, useRejectProposal } from './proposal-actions.ts'
import classes from './proposals.module.css'

/** Changes of the configuration that agents and people proposed, for a person to decide. */
export function ProposalsScreen() {
  const t = useText()
  const proposals = useQuery(proposalsQuery(useCall()))
  return (
    <PacksPage title={t('contentPacks.proposals')} description={t('contentPacks.proposals.description')}>
      <Loaded query={proposals} lines={6}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState
              icon={<IconGitPullRequest />}
              title={t('contentPacks.proposals.none')}
              text={t('contentPacks.proposals.none.text')}
            />
          ) : (
            <ul className={classes['proposals']}>
              {found.map((proposal) => (
                <Proposal key={proposal.id} proposal={proposal} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </PacksPage>
  )
}

const COLORS = { open: 'amber', applied: 'green', rejected: 'gray' } as const

function Proposal({ proposal }: { proposal: ConfigurationProposal }) {
  const t = useText()
  const { title, reason, state } = proposal
  const [isOpen, setIsOpen] = useState(false)
  const isDecided = state !== 'open'
  return (
    <li>
      <Stack gap="xs" maw={960}>
        <Group gap="xs">
          <Title order={2} size="h5" translate="no">
            {title}
          </Title>
          <Badge size="sm" color={COLORS[state]}>
            {t(`contentPacks.proposal.${state}`)}
          </Badge>
        </Group>
        <Origin proposal={proposal} />
        {reason !== '' && (
          <Text size="sm" translate="no" className={classes['reason'] ?? ''}>
            {reason}
          </Text>
        )}
        {isDecided && (
          <Button
            variant="transparent"
            size="compact-sm"
            px={0}
            aria-expanded={isOpen}
            className={classes['toggle'] ?? ''}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'contentPacks.proposal.hide' : 'contentPacks.proposal.show')}
          </Button>
        )}
        {(isOpen || !isDecided) && <PlanOf proposal={proposal} />}
      </Stack>
    </li>
  )
}

function Origin({ proposal: { author, token, created_at, state, decided_by, decided_at } }: PlanOfProps) {
  const rich = useRichText()
  const proposed = {
    author: <DataName>{author}</DataName>,
    token: <DataName>{token ?? ''}</DataName>,
    when: <RelativeTime instant={created_at} />,
  }
  return (
    <Text size="sm" c="dimmed">
      {rich(token === null ? 'contentPacks.proposal.by' : 'contentPacks.proposal.byToken', proposed)}
      {state !== 'open' && decided_at !== null && (
        <>
          {' '}
          {rich(`contentPacks.proposal.${state}By`, {
            person: <DataName>{decided_by ?? ''}</DataName>,
            when: <RelativeTime instant={decided_at} />,
          })}
        </>
      )}
    </Text>
  )
}

interface PlanOfProps {
  readonly proposal: ConfigurationProposal
}

function PlanOf({ proposal }: PlanOfProps) {
  const planned = useQuery(proposalQuery(useCall(), proposal.id))
  return (
    <Loaded query={planned} lines={3}>
      {(found) => <Planned {...found} />}
    </Loaded>
  )
}

function Planned({ proposal, entities, plan, problem }: PlannedProposal) {
  const t = useText()
  return (
    <Stack gap="sm">
      {problem !== null && (
        <Alert color="amber" icon={<IconAlertTriangle />} title={t('contentPacks.proposal.problem')}>
          <span translate="no">{problem}</span>
        </Alert>
      )}
      {plan !== null && plan.changes.length === 0 && <Text size="sm">{t('contentPacks.proposal.same')}</Text>}
      <ChangeList>
        {plan === null
          ? entities.map(({ type, name }) => (
              <li key={`${type.name} ${name}`} translate="no">
                {name}
              </li>
            ))
          : plan.changes.map(({ type, ...change }) => (
              <Change key={`${type.name} ${change.name}`} typeName={type.name} {...change} />
            ))}
      </ChangeList>
      {proposal.state === 'open' && <Decision proposal={proposal} canApply={plan !== null} />}
    </Stack>
  )
}

function Decision({ proposal, canApply }: PlanOfProps & { canApply: boolean }) {
  const t = useText()
  const may = useMay()
  const apply = useApplyProposal()
  const reject = useRejectProposal()
  return (
    <Group gap="sm">
      {canApply && may(applyProposal) && (
        <Button loading={apply.isPending} onClick={() => void apply(proposal)}>
          {t('contentPacks.proposal.apply')}
        </Button>
      )}
      {may(rejectProposal) && (
        <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate(proposal)}>
          {t('contentPacks.proposal.reject')}
        </Button>
      )}
    </Group>
  )
}
