/**
 * Values that steps of processing miss. A step that misses a value notes the key in the lookup and returns the lookup.
 * Once the other messages of the block have been processed, all keys are resolved by one call.
 */
export interface PendingLookup {
  resolve(signal: AbortSignal): Promise<void>
}
