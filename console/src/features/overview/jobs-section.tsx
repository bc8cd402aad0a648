import { cancelJobOfCluster, listJobsOfCluster, type SystemJob } from '@logyard/contract/jobs/system-jobs'
import { Button, Flex, Group, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pickQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useRichText, useText } from '../../base/text/text.tsx'
import { NodeLink } from '../../cluster/node-link.tsx'
import { useAskedAction } from '../../ui/action/use-action.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './overview.module.css'
import { Section } from './section.tsx'

const POLL_MS = 2_000
const JOBS_KEY = ['system-jobs'] as const

/** The long tasks of all nodes, with their progress. */
export function JobsSection() {
  const t = useText()
  const call = useCall()
  const result = useQuery({
    ...pickQuery(
      call,
      JOBS_KEY,
      (nodes) => Object.values(nodes).flatMap((node) => node?.jobs ?? []),
      listJobsOfCluster,
      { extendSession: false },
    ),
    refetchInterval: POLL_MS,
  })
  return (
    <Section title={t('overview.jobs')}>
      <Loaded query={result} lines={1}>
        {(jobs) =>
          jobs.length === 0 ? (
            <Dimmed>{t('overview.jobs.none')}</Dimmed>
          ) : (
            <Flex component="ul" direction="column" gap="sm">
              {jobs.map((job) => (
                <li key={job.id}>
                  <Job job={job} />
                </li>
              ))}
            </Flex>
          )
        }
      </Loaded>
    </Section>
  )
}

/** Kinds of jobs without anything to tell about one of them have this text. */
const NOTHING = 'No further information available.'
const textOf = ({ info, description }: SystemJob) => (info === '' || info === NOTHING ? description : info)

function Job({ job }: { job: SystemJob }) {
  const t = useText()
  const rich = useRichText()
  const may = useMay()
  const name = textOf(job)
  const state =
    job.started_at === null
      ? rich('overview.jobs.waits', { node: <NodeLink nodeId={job.node_id} /> })
      : rich('overview.jobs.started', {
          node: <NodeLink nodeId={job.node_id} />,
          time: <RelativeTime instant={job.started_at} />,
        })
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div className={classes['notification'] ?? ''}>
          <Text size="sm" fw={550} translate="no">
            {name}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {state}
          </Text>
        </div>
        {job.is_cancelable && may(cancelJobOfCluster, { class: job.name }) && <CancelButton id={job.id} name={name} />}
      </Group>
      {job.provides_progress && job.started_at !== null && (
        <Group gap="sm" wrap="nowrap" mt={4}>
          <Progress flex={1} value={job.percent_complete} aria-label={t('overview.jobs.progress', { name })} />
          <Text size="xs">
            {job.percent_complete >= 100
              ? t('overview.jobs.finished')
              : t('overview.jobs.percent', { percent: job.percent_complete / 100 })}
          </Text>
        </Group>
      )}
    </>
  )
}

function CancelButton({ id, name }: { id: string; name: string }) {
  const t = useText()
  const cancel = useAskedAction({
    run: (call, job: { id: string; name: string }) => call(cancelJobOfCluster, { params: { id: job.id } }),
    texts: 'overview.jobs.cancel',
    question: 'overview.jobs.cancel',
    confirmLabel: 'overview.jobs.cancel.title',
    changes: [JOBS_KEY],
  })
  return (
    <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => void cancel({ id, name })}>
      {t('overview.jobs.cancel.title')}
    </Button>
  )
}
