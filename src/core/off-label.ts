/** The label that switches all runs off. It is set on the issue that lists the waiting steps. */
export const offLabel = 'agent-off';
