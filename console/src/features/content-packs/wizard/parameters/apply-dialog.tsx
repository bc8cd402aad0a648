import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { Button, Group, Modal, NativeSelect, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../../base/text/text.tsx'
import { PlainTable } from '../../../../ui/data-table/plain-table.tsx'
import { pathId, pathText } from '../../model/value-leaves.ts'
import { type AppliedParameter, freeLeaves, parametersFor } from '../draft/applied-parameters.ts'

interface ApplyDialogProps {
  readonly entity: PackEntity
  readonly title: string
  readonly parameters: readonly PackParameter[]
  readonly applied: readonly AppliedParameter[]
  readonly onChange: (applied: readonly AppliedParameter[]) => void
  readonly onClose: () => void
}

/** Replaces values of an entity by parameters. */
export function ApplyDialog({ entity, title, parameters, applied, onChange, onClose }: ApplyDialogProps) {
  const t = useText()
  const clear = (one: AppliedParameter) => onChange(applied.filter((other) => other !== one))
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        <>
          {t('contentPacks.apply.title')} <span translate="no">{title}</span>
        </>
      }
    >
      <Stack gap="md">
        <ApplyForm
          entity={entity}
          parameters={parameters}
          applied={applied}
          onApply={(one) => onChange([...applied, one])}
        />
        <Title order={3}>{t('contentPacks.apply.applied')}</Title>
        <PlainTable
          label={t('contentPacks.apply.applied')}
          rows={applied}
          rowId={({ path }) => pathId(path)}
          columns={[
            { header: t('contentPacks.apply.key'), isData: true, cell: ({ path }) => pathText(path) },
            { header: t('contentPacks.apply.parameter'), isData: true, cell: ({ parameter }) => parameter },
            { align: 'right', cell: (one) => !one.isFixed && <ClearButton onClick={() => clear(one)} /> },
          ]}
          none={t('contentPacks.apply.noneApplied')}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface ApplyFormProps extends Pick<ApplyDialogProps, 'entity' | 'parameters' | 'applied'> {
  readonly onApply: (applied: AppliedParameter) => void
}

function ApplyForm({ entity, parameters, applied, onApply }: ApplyFormProps) {
  const t = useText()
  const [key, setKey] = useState('')
  const [name, setName] = useState('')
  const leaves = freeLeaves(entity, applied)
  const leaf = leaves.find(({ path }) => pathId(path) === key)
  const fitting = leaf === undefined ? [] : parametersFor(leaf, parameters)
  const chosen = fitting.find((parameter) => parameter.name === name) ?? (fitting.length === 1 ? fitting[0] : undefined)
  const apply = () => {
    if (leaf === undefined || chosen === undefined) return
    onApply({ path: leaf.path, parameter: chosen.name, isFixed: false })
    setKey('')
    setName('')
  }
  return (
    <>
      <NativeSelect
        label={t('contentPacks.apply.key')}
        value={leaf === undefined ? '' : key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      >
        <option value="">{t('contentPacks.apply.choose')}</option>
        {leaves.map(({ path }) => (
          <option key={pathId(path)} value={pathId(path)} translate="no">
            {pathText(path)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label={t('contentPacks.apply.parameter')}
        value={chosen?.name ?? ''}
        disabled={fitting.length === 0}
        error={
          leaf !== undefined && fitting.length === 0 ? t('contentPacks.apply.none', { type: leaf.type }) : undefined
        }
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      >
        <option value="">{t('contentPacks.apply.choose')}</option>
        {fitting.map((parameter) => (
          <option key={parameter.name} value={parameter.name} translate="no">
            {parameter.title} ({parameter.name})
          </option>
        ))}
      </NativeSelect>
      <Group justify="flex-end">
        <Button variant="default" disabled={leaf === undefined || chosen === undefined} onClick={apply}>
          {t('contentPacks.apply')}
        </Button>
      </Group>
    </>
  )
}

function ClearButton({ onClick }: { onClick: () => void }) {
  const t = useText()
  return (
    <Button size="compact-xs" variant="default" onClick={onClick}>
      {t('contentPacks.apply.clear')}
    </Button>
  )
}
