/** The kinds of strategies by their class names; an unknown class has no kind. */
import {
  RETENTION_CLASSES,
  type RetentionKind,
  ROTATION_CLASSES,
  type RotationKind,
} from '@logyard/contract/store/index-strategies'

export const ROTATION_KINDS: readonly RotationKind[] = ['count', 'size', 'time']
export const RETENTION_KINDS: readonly RetentionKind[] = ['delete', 'close', 'none']

export const rotationKindOf = (strategyClass: string): RotationKind | undefined =>
  ROTATION_KINDS.find((kind) => ROTATION_CLASSES[kind] === strategyClass)
export const retentionKindOf = (strategyClass: string): RetentionKind | undefined =>
  RETENTION_KINDS.find((kind) => RETENTION_CLASSES[kind] === strategyClass)
