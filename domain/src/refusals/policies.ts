/** Groups and plans as policies. */
export const policies = {
  'plan.preview-outdated':
    'Clients of the plan {name} have changed since the preview. Review the changes again, then apply the plan.',
} as const
