/** The verdicts in what `torchlint --verify --verify-json FILE` writes. */

export const STATUSES = ["confirmed", "refuted", "not-reached", "undecided"] as const;
export type Status = (typeof STATUSES)[number];

export interface Verdict {
  file: string;
  line: number; // from 0
  rule: string;
  status: Status;
  label: string; // for the end of the line
  details: string;
}

interface Written {
  rule: string;
  filename: string;
  cell: number | null;
  location: { row: number };
  message: string;
  evidence: { status: string; text: string } | null;
}

/** The verdicts about files; a finding in a notebook's cell has no line of a file. */
export function verdicts(json: string): Verdict[] {
  const { findings } = JSON.parse(json) as { findings: Written[] };
  return findings.flatMap((one): Verdict[] => {
    const status = one.evidence?.status.replace(/[_ ]/g, "-");
    if (one.cell !== null || one.evidence === null || !isStatus(status)) return [];
    const name = status.replace("-", " ").toUpperCase();
    const text = one.evidence.text;
    return [
      {
        file: one.filename,
        line: one.location.row - 1,
        rule: one.rule,
        status,
        label: text ? `${name}: ${text}` : name,
        details: `${one.rule}: ${one.message}`,
      },
    ];
  });
}

function isStatus(status: string | undefined): status is Status {
  return STATUSES.some((one) => one === status);
}
