/** The columns of the table `messages` in the order in which rows are written: the id first, where it is found again. */
export const MESSAGE_COLUMNS = [
  'id',
  '`index`',
  'timestamp',
  'source',
  'message',
  'full_message',
  'streams',
  'gl2_source_input',
  'gl2_source_node',
  'gl2_remote_ip',
  'gl2_remote_port',
  'gl2_message_id',
  'gl2_accounted_message_size',
  'template',
  'fields',
] as const
