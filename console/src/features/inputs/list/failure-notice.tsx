import { type InputSummary, type InputTypeInfo, updateInput } from '@logyard/contract/ingest/inputs'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { NodeLink } from '../../../cluster/node-link.tsx'
import type { InputSubject } from '../form/input-dialog.tsx'
import type { StateOnNode } from '../input-state.ts'
import { useFailureText } from '../use-failure-text.ts'

interface FailureNoticeProps {
  readonly input: InputSummary
  readonly inputs: readonly InputSummary[]
  readonly type: InputTypeInfo | undefined
  readonly failed: StateOnNode
  readonly showsNode: boolean
  readonly onEdit: (subject: InputSubject) => void
}

/** The reason why an input does not run, and the form to fix it. */
export function FailureNotice({ input, inputs, type, failed, showsNode, onEdit }: FailureNoticeProps) {
  const t = useText()
  const may = useMay()
  const { text, remedy } = useFailureText()(input, failed.reason, inputs)
  const canEdit = type !== undefined && may(updateInput, { id: input.id })
  return (
    <Alert color="red" p="xs" icon={<IconAlertTriangle size={16} />}>
      <Group gap="sm" justify="space-between">
        <Text size="sm">
          {text}
          {showsNode && (
            <>
              {' '}
              <NodeLink nodeId={failed.nodeId} />
            </>
          )}
        </Text>
        {canEdit && remedy !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => onEdit({ type, input, focus: remedy })}>
            {t(`inputs.failed.change.${remedy}`)}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
