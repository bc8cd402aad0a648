import { type RefObject, useEffect } from 'react'
import { useQueryValues } from '../../../base/routes/location.ts'
import { type Block, blockOfStep } from '../model/block.ts'

/** The block that the address names by `step`, to which the form scrolls. */
export function useNamedBlock(formRef: RefObject<HTMLFormElement | null>): Block | undefined {
  const block = blockOfStep(useQueryValues().get('step'))
  useEffect(() => {
    if (block !== undefined) formRef.current?.querySelector(`[data-block="${block}"]`)?.scrollIntoView()
  }, [formRef, block])
  return block
}
