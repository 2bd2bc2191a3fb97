-- bindable: Repository and session wherever a root may be bound, or a declaration names the session.
WITH `t43` AS (
  SELECT DISTINCT
    *
  FROM (
    SELECT
      `t40`.`group`,
      `t22`.`repository`,
      `t40`.`blob`
    FROM (
      SELECT DISTINCT
        *
      FROM (
        SELECT
          *
        FROM (
          SELECT
            *
          FROM (
            SELECT
              *
            FROM (
              SELECT
                `t9`.`group`,
                `t9`.`before_sha1` AS `blob`
              FROM `states` AS `t9`
              WHERE
                `t9`.`root` <> ''
                AND (
                  (
                    `t9`.`status` = 'applied'
                  ) OR (
                    `t9`.`status` = 'partial'
                  )
                )
            ) AS `t30`
            UNION ALL
            SELECT
              *
            FROM (
              SELECT
                `t9`.`group`,
                `t9`.`after_sha1` AS `blob`
              FROM `states` AS `t9`
              WHERE
                `t9`.`root` <> ''
                AND (
                  (
                    `t9`.`status` = 'applied'
                  ) OR (
                    `t9`.`status` = 'partial'
                  )
                )
            ) AS `t31`
          ) AS `t32`
          UNION ALL
          SELECT
            *
          FROM (
            SELECT
              `t9`.`group`,
              `t9`.`before_sha256` AS `blob`
            FROM `states` AS `t9`
            WHERE
              `t9`.`root` <> ''
              AND (
                (
                  `t9`.`status` = 'applied'
                ) OR (
                  `t9`.`status` = 'partial'
                )
              )
          ) AS `t29`
        ) AS `t33`
        UNION ALL
        SELECT
          *
        FROM (
          SELECT
            `t9`.`group`,
            `t9`.`after_sha256` AS `blob`
          FROM `states` AS `t9`
          WHERE
            `t9`.`root` <> ''
            AND (
              (
                `t9`.`status` = 'applied'
              ) OR (
                `t9`.`status` = 'partial'
              )
            )
        ) AS `t28`
      ) AS `t34`
      WHERE
        `t34`.`blob` IS NOT NULL
        AND `t34`.`blob` <> UNHEX('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391')
        AND `t34`.`blob` <> UNHEX('473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813')
    ) AS `t40`
    INNER JOIN (
      SELECT
        `t8`.`repository`,
        `t8`.`new` AS `blob`
      FROM `blobs` AS `t8`
    ) AS `t22`
      ON `t40`.`blob` = `t22`.`blob`
  ) AS `t42`
)
SELECT DISTINCT
  *
FROM (
  SELECT
    *
  FROM (
    SELECT
      `t56`.`repository`,
      `t17`.`session`
    FROM (
      SELECT DISTINCT
        *
      FROM (
        SELECT
          *
        FROM (
          SELECT
            *
          FROM (
            SELECT
              *
            FROM (
              SELECT
                `t50`.`repository`,
                `t50`.`group`
              FROM (
                SELECT
                  `t49`.`repository`,
                  `t49`.`group`,
                  COUNT(DISTINCT `t49`.`blob`) AS `blobs`
                FROM (
                  SELECT
                    `t45`.`group`,
                    `t45`.`repository`,
                    `t45`.`blob`,
                    `t48`.`spread`
                  FROM `t43` AS `t45`
                  INNER JOIN (
                    SELECT
                      *
                    FROM (
                      SELECT
                        `t44`.`blob`,
                        COUNT(DISTINCT `t44`.`repository`) AS `spread`
                      FROM `t43` AS `t44`
                      GROUP BY
                        1
                    ) AS `t46`
                    WHERE
                      `t46`.`spread` <= 1000
                  ) AS `t48`
                    ON `t45`.`blob` = `t48`.`blob`
                ) AS `t49`
                GROUP BY
                  1,
                  2
              ) AS `t50`
              WHERE
                `t50`.`blobs` >= 3
            ) AS `t51`
            UNION ALL
            SELECT
              *
            FROM (
              SELECT
                `t27`.`repository`,
                `t26`.`group`
              FROM (
                SELECT DISTINCT
                  `t5`.`group`,
                  `t5`.`commit`
                FROM `names` AS `t5`
                WHERE
                  `t5`.`root` <> '' AND `t5`.`commit` IS NOT NULL
              ) AS `t26`
              INNER JOIN (
                SELECT
                  *
                FROM (
                  SELECT
                    `t7`.`repository`,
                    `t7`.`commit`
                  FROM `commits` AS `t7`
                ) AS `t14`
                UNION ALL
                SELECT
                  *
                FROM `held` AS `t6`
              ) AS `t27`
                ON `t26`.`commit` = `t27`.`commit`
            ) AS `t38`
          ) AS `t52`
          UNION ALL
          SELECT
            *
          FROM (
            SELECT
              `t37`.`repository`,
              `t37`.`group`
            FROM (
              SELECT
                `t12`.`session`,
                `t12`.`group`,
                `t12`.`place`,
                `t12`.`is_root`,
                `t25`.`repository`,
                `t25`.`kind`
              FROM `places` AS `t12`
              INNER JOIN (
                SELECT
                  *
                FROM `worktrees` AS `t4`
                WHERE
                  `t4`.`kind` <> 'root'
              ) AS `t25`
                ON `t12`.`place` = `t25`.`place`
            ) AS `t37`
            WHERE
              `t37`.`is_root` OR (
                `t37`.`kind` = 'top'
              )
          ) AS `t41`
        ) AS `t53`
        UNION ALL
        SELECT
          *
        FROM (
          SELECT
            `t24`.`repository`,
            `t11`.`group`
          FROM `roots` AS `t11`
          INNER JOIN (
            SELECT
              *
            FROM `worktrees` AS `t4`
            WHERE
              `t4`.`kind` = 'root'
          ) AS `t24`
            ON `t11`.`root` = `t24`.`place`
        ) AS `t36`
      ) AS `t54`
    ) AS `t56`
    INNER JOIN (
      SELECT DISTINCT
        `t2`.`session`,
        `t2`.`group`
      FROM `roots` AS `t2`
    ) AS `t17`
      ON `t56`.`group` = `t17`.`group`
  ) AS `t57`
  UNION ALL
  SELECT
    *
  FROM (
    SELECT
      `t23`.`repository`,
      `t10`.`session`
    FROM (
      SELECT
        *
      FROM `told` AS `t0`
      WHERE
        `t0`.`name` IS NOT NULL
    ) AS `t23`
    INNER JOIN `aliases` AS `t10`
      ON `t23`.`name` = `t10`.`alias`
  ) AS `t35`
) AS `t58`;

-- joined: `transition`, `after-state`, `elsewhere` and `named`, with what limits them: one row each.
WITH `t11` AS (
  SELECT
    `t2`.`repository`,
    `t2`.`digits`,
    `t2`.`commit` AS `oid`
  FROM `commits` AS `t2`
), `t21` AS (
  SELECT
    `t10`.`session`,
    `t10`.`record`,
    `t10`.`root`,
    `t10`.`group`,
    `t10`.`path`,
    `t10`.`folded`,
    `t10`.`op`,
    `t10`.`status`,
    `t10`.`actor`,
    `t10`.`basis`,
    `t10`.`low`,
    `t10`.`high`,
    `t10`.`before_is`,
    `t10`.`before_type`,
    `t10`.`before`,
    `t10`.`before_sha1`,
    `t10`.`before_sha256`,
    `t10`.`after_is`,
    `t10`.`after_type`,
    `t10`.`after`,
    `t10`.`after_sha1`,
    `t10`.`after_sha256`,
    `t10`.`representation`,
    `t10`.`size`,
    `t10`.`is_derived`,
    `t10`.`modified_by_user`,
    `t10`.`more_files`,
    `t7`.`repository`,
    `t7`.`format`,
    `t7`.`strip`,
    `t7`.`add`,
    `t7`.`folded_strip`,
    `t7`.`folded_add`
  FROM `states` AS `t10`
  INNER JOIN `bindings` AS `t7`
    ON `t10`.`session` = `t7`.`session` AND `t10`.`root` = `t7`.`root`
), `t46` AS (
  SELECT
    *
  FROM (
    SELECT
      `t44`.`repository`,
      `t44`.`commit`,
      `t44`.`session`,
      `t44`.`record`,
      `t44`.`equality`,
      `t44`.`blob`,
      `t44`.`path`,
      `t44`.`time`,
      MAX(`t44`.`relation`) AS `relation`
    FROM (
      SELECT
        `t38`.`repository`,
        `t16`.`commit`,
        `t38`.`session`,
        `t38`.`record`,
        `t38`.`equality`,
        `t38`.`blob`,
        `t16`.`at` AS `path`,
        CASE
          WHEN `t38`.`path` <> `t16`.`at`
          THEN 'elsewhere'
          WHEN (
            (
              `t38`.`before_is` = 'absent'
            ) AND `t16`.`is_new`
          )
          OR COALESCE(
            IF(
              `t16`.`olds` IS NULL,
              NULL,
              COALESCE(ARRAY_CONTAINS(`t16`.`olds`, `t38`.`before_own`), FALSE)
            ),
            FALSE
          )
          OR COALESCE(
            IF(
              `t16`.`olds` IS NULL,
              NULL,
              COALESCE(ARRAY_CONTAINS(`t16`.`olds`, `t40`.`before_form`), FALSE)
            ),
            FALSE
          )
          THEN 'transition'
          ELSE 'after-state'
        END AS `relation`,
        `t38`.`low` AS `time`
      FROM (
        SELECT
          *
        FROM (
          SELECT
            `t22`.`repository`,
            `t22`.`session`,
            `t22`.`record`,
            `t22`.`status`,
            `t22`.`low`,
            `t22`.`before_is`,
            `t22`.`before_type`,
            `t22`.`before`,
            `t22`.`after_is`,
            `t22`.`after_type`,
            `t22`.`after`,
            CONCAT(
              `t22`.`add`,
              SUBSTRING(
                `t22`.`path`,
                IF(
                  (
                    LENGTH(`t22`.`strip`) + 1
                  ) >= 1,
                  LENGTH(`t22`.`strip`) + 1,
                  LENGTH(`t22`.`strip`) + 1 + LENGTH(`t22`.`path`)
                )
              )
            ) AS `path`,
            CONCAT(
              `t22`.`folded_add`,
              SUBSTRING(
                `t22`.`folded`,
                IF(
                  (
                    LENGTH(`t22`.`folded_strip`) + 1
                  ) >= 1,
                  LENGTH(`t22`.`folded_strip`) + 1,
                  LENGTH(`t22`.`folded_strip`) + 1 + LENGTH(`t22`.`folded`)
                )
              )
            ) AS `folded`,
            IF(`t22`.`format` = 'sha256', `t22`.`before_sha256`, `t22`.`before_sha1`) AS `before_own`,
            IF(`t22`.`format` = 'sha256', `t22`.`after_sha256`, `t22`.`after_sha1`) AS `after_own`,
            IF(`t22`.`format` = 'sha256', `t22`.`after_sha256`, `t22`.`after_sha1`) AS `blob`,
            'identical' AS `equality`
          FROM `t21` AS `t22`
          WHERE
            STARTSWITH(`t22`.`path`, `t22`.`strip`)
            AND IF(`t22`.`format` = 'sha256', `t22`.`after_sha256`, `t22`.`after_sha1`) IS NOT NULL
        ) AS `t26`
        UNION ALL
        SELECT
          *
        FROM (
          SELECT
            `t30`.`repository`,
            `t30`.`session`,
            `t30`.`record`,
            `t30`.`status`,
            `t30`.`low`,
            `t30`.`before_is`,
            `t30`.`before_type`,
            `t30`.`before`,
            `t30`.`after_is`,
            `t30`.`after_type`,
            `t30`.`after`,
            `t30`.`path`,
            `t30`.`folded`,
            `t30`.`before_own`,
            `t30`.`after_own`,
            `t9`.`blob`,
            `t9`.`equality`
          FROM (
            SELECT
              `t22`.`repository`,
              `t22`.`session`,
              `t22`.`record`,
              `t22`.`status`,
              `t22`.`low`,
              `t22`.`before_is`,
              `t22`.`before_type`,
              `t22`.`before`,
              `t22`.`after_is`,
              `t22`.`after_type`,
              `t22`.`after`,
              CONCAT(
                `t22`.`add`,
                SUBSTRING(
                  `t22`.`path`,
                  IF(
                    (
                      LENGTH(`t22`.`strip`) + 1
                    ) >= 1,
                    LENGTH(`t22`.`strip`) + 1,
                    LENGTH(`t22`.`strip`) + 1 + LENGTH(`t22`.`path`)
                  )
                )
              ) AS `path`,
              CONCAT(
                `t22`.`folded_add`,
                SUBSTRING(
                  `t22`.`folded`,
                  IF(
                    (
                      LENGTH(`t22`.`folded_strip`) + 1
                    ) >= 1,
                    LENGTH(`t22`.`folded_strip`) + 1,
                    LENGTH(`t22`.`folded_strip`) + 1 + LENGTH(`t22`.`folded`)
                  )
                )
              ) AS `folded`,
              IF(`t22`.`format` = 'sha256', `t22`.`before_sha256`, `t22`.`before_sha1`) AS `before_own`,
              IF(`t22`.`format` = 'sha256', `t22`.`after_sha256`, `t22`.`after_sha1`) AS `after_own`
            FROM `t21` AS `t22`
            WHERE
              STARTSWITH(`t22`.`path`, `t22`.`strip`)
          ) AS `t30`
          INNER JOIN `forms` AS `t9`
            ON `t30`.`repository` = `t9`.`repository`
            AND `t30`.`after` = `t9`.`form`
            AND `t30`.`after_type` = `t9`.`type`
        ) AS `t33`
      ) AS `t38`
      INNER JOIN (
        SELECT
          `t3`.`repository`,
          `t3`.`commit`,
          `t3`.`new`,
          `t3`.`olds`,
          `t3`.`is_new`,
          `t3`.`path` AS `at`
        FROM `blobs` AS `t3`
      ) AS `t16`
        ON `t38`.`repository` = `t16`.`repository` AND `t38`.`blob` = `t16`.`new`
      LEFT OUTER JOIN (
        SELECT DISTINCT
          `t32`.`repository`,
          `t32`.`session`,
          `t32`.`record`,
          `t32`.`path`,
          `t32`.`blob` AS `before_form`
        FROM (
          SELECT
            `t30`.`repository`,
            `t30`.`session`,
            `t30`.`record`,
            `t30`.`status`,
            `t30`.`low`,
            `t30`.`before_is`,
            `t30`.`before_type`,
            `t30`.`before`,
            `t30`.`after_is`,
            `t30`.`after_type`,
            `t30`.`after`,
            `t30`.`path`,
            `t30`.`folded`,
            `t30`.`before_own`,
            `t30`.`after_own`,
            `t9`.`blob`,
            `t9`.`equality`
          FROM (
            SELECT
              `t22`.`repository`,
              `t22`.`session`,
              `t22`.`record`,
              `t22`.`status`,
              `t22`.`low`,
              `t22`.`before_is`,
              `t22`.`before_type`,
              `t22`.`before`,
              `t22`.`after_is`,
              `t22`.`after_type`,
              `t22`.`after`,
              CONCAT(
                `t22`.`add`,
                SUBSTRING(
                  `t22`.`path`,
                  IF(
                    (
                      LENGTH(`t22`.`strip`) + 1
                    ) >= 1,
                    LENGTH(`t22`.`strip`) + 1,
                    LENGTH(`t22`.`strip`) + 1 + LENGTH(`t22`.`path`)
                  )
                )
              ) AS `path`,
              CONCAT(
                `t22`.`folded_add`,
                SUBSTRING(
                  `t22`.`folded`,
                  IF(
                    (
                      LENGTH(`t22`.`folded_strip`) + 1
                    ) >= 1,
                    LENGTH(`t22`.`folded_strip`) + 1,
                    LENGTH(`t22`.`folded_strip`) + 1 + LENGTH(`t22`.`folded`)
                  )
                )
              ) AS `folded`,
              IF(`t22`.`format` = 'sha256', `t22`.`before_sha256`, `t22`.`before_sha1`) AS `before_own`,
              IF(`t22`.`format` = 'sha256', `t22`.`after_sha256`, `t22`.`after_sha1`) AS `after_own`
            FROM `t21` AS `t22`
            WHERE
              STARTSWITH(`t22`.`path`, `t22`.`strip`)
          ) AS `t30`
          INNER JOIN `forms` AS `t9`
            ON `t30`.`repository` = `t9`.`repository`
            AND `t30`.`before` = `t9`.`form`
            AND `t30`.`before_type` = `t9`.`type`
        ) AS `t32`
      ) AS `t40`
        ON `t38`.`repository` = `t40`.`repository`
        AND `t38`.`session` = `t40`.`session`
        AND `t38`.`record` = `t40`.`record`
        AND `t38`.`path` = `t40`.`path`
    ) AS `t44`
    GROUP BY
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8
  ) AS `t45`
  UNION ALL
  SELECT
    *
  FROM (
    SELECT
      `t34`.`repository`,
      `t34`.`commit`,
      `t34`.`session`,
      `t34`.`record`,
      `t34`.`equality`,
      `t34`.`blob`,
      `t34`.`path`,
      `t34`.`time`,
      `t34`.`relation`
    FROM (
      SELECT
        `t29`.`repository`,
        `t20`.`commit`,
        `t29`.`session`,
        `t29`.`record`,
        'identical' AS `equality`,
        `t20`.`new` AS `blob`,
        `t29`.`path`,
        IF(
          COALESCE(
            IF(
              `t20`.`olds` IS NULL,
              NULL,
              COALESCE(ARRAY_CONTAINS(`t20`.`olds`, `t29`.`before_own`), FALSE)
            ),
            FALSE
          ),
          'transition',
          'after-state'
        ) AS `relation`,
        `t29`.`low` AS `time`
      FROM (
        SELECT
          `t22`.`repository`,
          `t22`.`session`,
          `t22`.`record`,
          `t22`.`status`,
          `t22`.`low`,
          `t22`.`before_is`,
          `t22`.`before_type`,
          `t22`.`before`,
          `t22`.`after_is`,
          `t22`.`after_type`,
          `t22`.`after`,
          CONCAT(
            `t22`.`add`,
            SUBSTRING(
              `t22`.`path`,
              IF(
                (
                  LENGTH(`t22`.`strip`) + 1
                ) >= 1,
                LENGTH(`t22`.`strip`) + 1,
                LENGTH(`t22`.`strip`) + 1 + LENGTH(`t22`.`path`)
              )
            )
          ) AS `path`,
          CONCAT(
            `t22`.`folded_add`,
            SUBSTRING(
              `t22`.`folded`,
              IF(
                (
                  LENGTH(`t22`.`folded_strip`) + 1
                ) >= 1,
                LENGTH(`t22`.`folded_strip`) + 1,
                LENGTH(`t22`.`folded_strip`) + 1 + LENGTH(`t22`.`folded`)
              )
            )
          ) AS `folded`,
          IF(`t22`.`format` = 'sha256', `t22`.`before_sha256`, `t22`.`before_sha1`) AS `before_own`,
          IF(`t22`.`format` = 'sha256', `t22`.`after_sha256`, `t22`.`after_sha1`) AS `after_own`
        FROM `t21` AS `t22`
        WHERE
          STARTSWITH(`t22`.`path`, `t22`.`strip`) AND `t22`.`after_is` = 'absent'
      ) AS `t29`
      INNER JOIN (
        SELECT
          *
        FROM `blobs` AS `t3`
        WHERE
          `t3`.`new` IS NULL
      ) AS `t20`
        ON `t29`.`repository` = `t20`.`repository` AND `t29`.`path` = `t20`.`path`
    ) AS `t34`
  ) AS `t39`
), `t48` AS (
  SELECT DISTINCT
    *
  FROM `t46` AS `t47`
), `t57` AS (
  SELECT
    `t56`.`repository`,
    `t56`.`commit`,
    `t56`.`path`,
    `t56`.`folded`,
    `t56`.`new`,
    `t56`.`olds`,
    `t56`.`is_new`,
    `t56`.`time`,
    `t56`.`blob`,
    REGEXP_REPLACE(`t56`.`path`, '/?[^/]*$', '') AS `folder`
  FROM (
    SELECT
      `t8`.`repository`,
      `t8`.`commit`,
      `t8`.`path`,
      `t8`.`folded`,
      `t8`.`new`,
      `t8`.`olds`,
      `t8`.`is_new`,
      `t8`.`time`,
      `t53`.`blob`
    FROM `blobs` AS `t8`
    INNER JOIN (
      SELECT DISTINCT
        `t49`.`blob`
      FROM (
        SELECT DISTINCT
          *
        FROM `t46` AS `t47`
        WHERE
          `t47`.`blob` IS NOT NULL
      ) AS `t49`
    ) AS `t53`
      ON `t8`.`new` = `t53`.`blob`
  ) AS `t56`
)
SELECT
  *
FROM (
  SELECT
    `t69`.`repository`,
    `t69`.`commit`,
    `t69`.`path`,
    `t69`.`session`,
    `t69`.`record`,
    `t69`.`relation`,
    `t69`.`equality`,
    `t69`.`blob`,
    `t69`.`time`,
    COALESCE(`t69`.`begins` < `t69`.`time`, FALSE)
    AND (
      `t69`.`relation` <> 'transition'
    ) AS `pre_existing`,
    COALESCE((
      `t69`.`paths` >= 3
    ) AND (
      `t69`.`folders` >= 3
    ), FALSE) AS `common`,
    `t69`.`repositories`,
    `t55`.`sessions`
  FROM (
    SELECT
      `t67`.`repository`,
      `t67`.`commit`,
      `t67`.`session`,
      `t67`.`record`,
      `t67`.`equality`,
      `t67`.`blob`,
      `t67`.`path`,
      `t67`.`time`,
      `t67`.`relation`,
      `t67`.`begins`,
      `t67`.`paths`,
      `t67`.`folders`,
      `t67`.`repositories`
    FROM (
      SELECT
        `t66`.`repository`,
        `t66`.`commit`,
        `t66`.`session`,
        `t66`.`record`,
        `t66`.`equality`,
        `t66`.`blob`,
        `t66`.`path`,
        `t66`.`time`,
        `t66`.`relation`,
        `t66`.`begins`,
        `t66`.`paths`,
        `t66`.`folders`,
        `t61`.`blob` AS `blob_right`,
        `t61`.`repositories`
      FROM (
        SELECT
          `t64`.`repository`,
          `t64`.`commit`,
          `t64`.`session`,
          `t64`.`record`,
          `t64`.`equality`,
          `t64`.`blob`,
          `t64`.`path`,
          `t64`.`time`,
          `t64`.`relation`,
          `t64`.`begins`,
          `t64`.`paths`,
          `t64`.`folders`
        FROM (
          SELECT
            `t63`.`repository`,
            `t63`.`commit`,
            `t63`.`session`,
            `t63`.`record`,
            `t63`.`equality`,
            `t63`.`blob`,
            `t63`.`path`,
            `t63`.`time`,
            `t63`.`relation`,
            `t63`.`blob_right`,
            `t63`.`begins`,
            `t63`.`paths`,
            `t63`.`folders`
          FROM (
            SELECT
              `t51`.`repository`,
              `t51`.`commit`,
              `t51`.`session`,
              `t51`.`record`,
              `t51`.`equality`,
              `t51`.`blob`,
              `t51`.`path`,
              `t51`.`time`,
              `t51`.`relation`,
              `t62`.`repository` AS `repository_right`,
              `t62`.`blob` AS `blob_right`,
              `t62`.`begins`,
              `t62`.`paths`,
              `t62`.`folders`
            FROM `t48` AS `t51`
            LEFT OUTER JOIN (
              SELECT
                `t58`.`repository`,
                `t58`.`blob`,
                MIN(`t58`.`time`) AS `begins`,
                COUNT(DISTINCT `t58`.`path`) AS `paths`,
                COUNT(DISTINCT `t58`.`folder`) AS `folders`
              FROM `t57` AS `t58`
              GROUP BY
                1,
                2
            ) AS `t62`
              ON `t51`.`repository` = `t62`.`repository` AND `t51`.`blob` = `t62`.`blob`
          ) AS `t63`
        ) AS `t64`
      ) AS `t66`
      LEFT OUTER JOIN (
        SELECT
          `t58`.`blob`,
          COUNT(DISTINCT `t58`.`repository`) AS `repositories`
        FROM `t57` AS `t58`
        GROUP BY
          1
      ) AS `t61`
        ON `t66`.`blob` = `t61`.`blob`
    ) AS `t67`
  ) AS `t69`
  LEFT OUTER JOIN (
    SELECT
      `t50`.`repository`,
      `t50`.`path`,
      `t50`.`blob`,
      COUNT(DISTINCT `t50`.`session`) AS `sessions`
    FROM `t48` AS `t50`
    GROUP BY
      1,
      2,
      3
  ) AS `t55`
    ON `t69`.`repository` = `t55`.`repository`
    AND `t69`.`path` = `t55`.`path`
    AND `t69`.`blob` = `t55`.`blob`
) AS `t70`
UNION ALL
SELECT
  *
FROM (
  SELECT
    `t42`.`repository`,
    `t42`.`commit`,
    CAST(NULL AS STRING) AS `path`,
    `t42`.`session`,
    `t42`.`record`,
    'named' AS `relation`,
    CAST(NULL AS STRING) AS `equality`,
    CAST(NULL AS BINARY) AS `blob`,
    `t42`.`time`,
    FALSE AS `pre_existing`,
    FALSE AS `common`,
    CAST(NULL AS BIGINT) AS `repositories`,
    CAST(NULL AS BIGINT) AS `sessions`
  FROM (
    SELECT
      *
    FROM (
      SELECT
        `t17`.`repository`,
        `t6`.`session`,
        `t6`.`record`,
        `t6`.`kind`,
        `t6`.`time`,
        `t18`.`oid` AS `commit`
      FROM `names` AS `t6`
      INNER JOIN (
        SELECT DISTINCT
          `t1`.`repository`,
          `t1`.`session`
        FROM `bindings` AS `t1`
        WHERE
          `t1`.`root` <> ''
      ) AS `t17`
        ON `t6`.`session` = `t17`.`session`
      INNER JOIN `t11` AS `t18`
        ON `t17`.`repository` = `t18`.`repository` AND `t6`.`commit` = `t18`.`oid`
    ) AS `t24`
    UNION ALL
    SELECT
      *
    FROM (
      SELECT
        `t36`.`repository`,
        `t36`.`session`,
        `t36`.`record`,
        `t36`.`kind`,
        `t36`.`time`,
        `t36`.`oid` AS `commit`
      FROM (
        SELECT
          `t31`.`session`,
          `t31`.`record`,
          `t31`.`root`,
          `t31`.`group`,
          `t31`.`kind`,
          `t31`.`rank`,
          `t31`.`commit`,
          `t31`.`prefix`,
          `t31`.`time`,
          `t31`.`repository`,
          `t31`.`first`,
          `t19`.`digits`,
          `t19`.`oid`
        FROM (
          SELECT
            `t23`.`session`,
            `t23`.`record`,
            `t23`.`root`,
            `t23`.`group`,
            `t23`.`kind`,
            `t23`.`rank`,
            `t23`.`commit`,
            `t23`.`prefix`,
            `t23`.`time`,
            `t23`.`repository`,
            SUBSTRING(
              LOWER(`t23`.`prefix`),
              IF((
                0 + 1
              ) >= 1, 0 + 1, 0 + 1 + LENGTH(LOWER(`t23`.`prefix`))),
              12
            ) AS `first`
          FROM (
            SELECT
              `t6`.`session`,
              `t6`.`record`,
              `t6`.`root`,
              `t6`.`group`,
              `t6`.`kind`,
              `t6`.`rank`,
              `t6`.`commit`,
              `t6`.`prefix`,
              `t6`.`time`,
              `t17`.`repository`
            FROM `names` AS `t6`
            INNER JOIN (
              SELECT DISTINCT
                `t1`.`repository`,
                `t1`.`session`
              FROM `bindings` AS `t1`
              WHERE
                `t1`.`root` <> ''
            ) AS `t17`
              ON `t6`.`session` = `t17`.`session`
          ) AS `t23`
          WHERE
            `t23`.`prefix` IS NOT NULL
        ) AS `t31`
        INNER JOIN `t11` AS `t19`
          ON `t31`.`repository` = `t19`.`repository`
          AND SUBSTRING(`t31`.`first`, IF((
            0 + 1
          ) >= 1, 0 + 1, 0 + 1 + LENGTH(`t31`.`first`)), 4) = SUBSTRING(`t19`.`digits`, IF((
            0 + 1
          ) >= 1, 0 + 1, 0 + 1 + LENGTH(`t19`.`digits`)), 4)
      ) AS `t36`
      WHERE
        STARTSWITH(`t36`.`digits`, `t36`.`first`)
    ) AS `t41`
  ) AS `t42`
  WHERE
    `t42`.`kind` = 'made'
) AS `t43`;

-- asked: Repository and commit wherever the matchers could give evidence.
WITH `t13` AS (
  SELECT
    `t0`.`repository`,
    `t0`.`digits`,
    `t0`.`commit` AS `oid`
  FROM `commits` AS `t0`
), `t27` AS (
  SELECT
    `t10`.`session`,
    `t10`.`record`,
    `t10`.`root`,
    `t10`.`group`,
    `t10`.`path`,
    `t10`.`folded`,
    `t10`.`op`,
    `t10`.`status`,
    `t10`.`actor`,
    `t10`.`basis`,
    `t10`.`low`,
    `t10`.`high`,
    `t10`.`before_is`,
    `t10`.`before_type`,
    `t10`.`before`,
    `t10`.`before_sha1`,
    `t10`.`before_sha256`,
    `t10`.`after_is`,
    `t10`.`after_type`,
    `t10`.`after`,
    `t10`.`after_sha1`,
    `t10`.`after_sha256`,
    `t10`.`representation`,
    `t10`.`size`,
    `t10`.`is_derived`,
    `t10`.`modified_by_user`,
    `t10`.`more_files`,
    `t9`.`repository`,
    `t9`.`format`,
    `t9`.`strip`,
    `t9`.`add`,
    `t9`.`folded_strip`,
    `t9`.`folded_add`
  FROM `states` AS `t10`
  INNER JOIN `bindings` AS `t9`
    ON `t10`.`session` = `t9`.`session` AND `t10`.`root` = `t9`.`root`
)
SELECT
  `t55`.`repository`,
  `t55`.`commit`
FROM (
  SELECT DISTINCT
    *
  FROM (
    SELECT
      *
    FROM (
      SELECT
        *
      FROM (
        SELECT
          *
        FROM (
          SELECT
            *
          FROM (
            SELECT
              `t7`.`repository`,
              `t7`.`commit`
            FROM `blobs` AS `t7`
            INNER JOIN (
              SELECT DISTINCT
                `t30`.`repository`,
                CONCAT(
                  `t30`.`folded_add`,
                  SUBSTRING(
                    `t30`.`folded`,
                    IF(
                      (
                        LENGTH(`t30`.`folded_strip`) + 1
                      ) >= 1,
                      LENGTH(`t30`.`folded_strip`) + 1,
                      LENGTH(`t30`.`folded_strip`) + 1 + LENGTH(`t30`.`folded`)
                    )
                  )
                ) AS `folded`
              FROM `t27` AS `t30`
              WHERE
                STARTSWITH(`t30`.`path`, `t30`.`strip`)
            ) AS `t38`
              ON `t7`.`repository` = `t38`.`repository` AND `t7`.`folded` = `t38`.`folded`
          ) AS `t44`
          UNION ALL
          SELECT
            *
          FROM (
            SELECT
              `t7`.`repository`,
              `t7`.`commit`
            FROM `blobs` AS `t7`
            INNER JOIN (
              SELECT DISTINCT
                `t30`.`repository`,
                IF(`t30`.`format` = 'sha256', `t30`.`after_sha256`, `t30`.`after_sha1`) AS `new`
              FROM `t27` AS `t30`
              WHERE
                STARTSWITH(`t30`.`path`, `t30`.`strip`)
                AND IF(`t30`.`format` = 'sha256', `t30`.`after_sha256`, `t30`.`after_sha1`) IS NOT NULL
            ) AS `t37`
              ON `t7`.`repository` = `t37`.`repository` AND `t7`.`new` = `t37`.`new`
          ) AS `t43`
        ) AS `t45`
        UNION ALL
        SELECT
          *
        FROM (
          SELECT
            `t49`.`repository`,
            `t49`.`commit`
          FROM (
            SELECT
              *
            FROM (
              SELECT
                `t24`.`repository`,
                `t8`.`session`,
                `t8`.`record`,
                `t8`.`kind`,
                `t8`.`time`,
                `t22`.`oid` AS `commit`
              FROM `names` AS `t8`
              INNER JOIN (
                SELECT DISTINCT
                  `t4`.`repository`,
                  `t4`.`session`
                FROM `bindings` AS `t4`
                WHERE
                  `t4`.`root` <> ''
              ) AS `t24`
                ON `t8`.`session` = `t24`.`session`
              INNER JOIN `t13` AS `t22`
                ON `t24`.`repository` = `t22`.`repository` AND `t8`.`commit` = `t22`.`oid`
            ) AS `t31`
            UNION ALL
            SELECT
              *
            FROM (
              SELECT
                `t46`.`repository`,
                `t46`.`session`,
                `t46`.`record`,
                `t46`.`kind`,
                `t46`.`time`,
                `t46`.`oid` AS `commit`
              FROM (
                SELECT
                  `t40`.`session`,
                  `t40`.`record`,
                  `t40`.`root`,
                  `t40`.`group`,
                  `t40`.`kind`,
                  `t40`.`rank`,
                  `t40`.`commit`,
                  `t40`.`prefix`,
                  `t40`.`time`,
                  `t40`.`repository`,
                  `t40`.`first`,
                  `t23`.`digits`,
                  `t23`.`oid`
                FROM (
                  SELECT
                    `t32`.`session`,
                    `t32`.`record`,
                    `t32`.`root`,
                    `t32`.`group`,
                    `t32`.`kind`,
                    `t32`.`rank`,
                    `t32`.`commit`,
                    `t32`.`prefix`,
                    `t32`.`time`,
                    `t32`.`repository`,
                    SUBSTRING(
                      LOWER(`t32`.`prefix`),
                      IF((
                        0 + 1
                      ) >= 1, 0 + 1, 0 + 1 + LENGTH(LOWER(`t32`.`prefix`))),
                      12
                    ) AS `first`
                  FROM (
                    SELECT
                      `t8`.`session`,
                      `t8`.`record`,
                      `t8`.`root`,
                      `t8`.`group`,
                      `t8`.`kind`,
                      `t8`.`rank`,
                      `t8`.`commit`,
                      `t8`.`prefix`,
                      `t8`.`time`,
                      `t24`.`repository`
                    FROM `names` AS `t8`
                    INNER JOIN (
                      SELECT DISTINCT
                        `t4`.`repository`,
                        `t4`.`session`
                      FROM `bindings` AS `t4`
                      WHERE
                        `t4`.`root` <> ''
                    ) AS `t24`
                      ON `t8`.`session` = `t24`.`session`
                  ) AS `t32`
                  WHERE
                    `t32`.`prefix` IS NOT NULL
                ) AS `t40`
                INNER JOIN `t13` AS `t23`
                  ON `t40`.`repository` = `t23`.`repository`
                  AND SUBSTRING(`t40`.`first`, IF((
                    0 + 1
                  ) >= 1, 0 + 1, 0 + 1 + LENGTH(`t40`.`first`)), 4) = SUBSTRING(`t23`.`digits`, IF((
                    0 + 1
                  ) >= 1, 0 + 1, 0 + 1 + LENGTH(`t23`.`digits`)), 4)
              ) AS `t46`
              WHERE
                STARTSWITH(`t46`.`digits`, `t46`.`first`)
            ) AS `t48`
          ) AS `t49`
        ) AS `t50`
      ) AS `t51`
      UNION ALL
      SELECT
        *
      FROM (
        SELECT
          `t1`.`repository`,
          `t1`.`commit`
        FROM `told` AS `t1`
      ) AS `t16`
    ) AS `t52`
    UNION ALL
    SELECT
      *
    FROM (
      SELECT
        `t42`.`repository`,
        `t42`.`commit`
      FROM (
        SELECT
          *
        FROM (
          SELECT
            `t0`.`repository`,
            `t0`.`commit`
          FROM `commits` AS `t0`
          WHERE
            `t0`.`may_move`
        ) AS `t12`
        UNION ALL
        SELECT
          *
        FROM (
          SELECT
            `t33`.`repository`,
            `t33`.`commit`
          FROM (
            SELECT
              `t6`.`repository`,
              `t6`.`commit`,
              `t6`.`digits`,
              `t6`.`parents`,
              `t6`.`author_time`,
              `t6`.`committer_time`,
              `t6`.`may_move`,
              `t28`.`times`
            FROM `commits` AS `t6`
            INNER JOIN (
              SELECT
                *
              FROM (
                SELECT
                  `t0`.`repository`,
                  `t0`.`author_time`,
                  COUNT(*) AS `times`
                FROM `commits` AS `t0`
                GROUP BY
                  1,
                  2
              ) AS `t14`
              WHERE
                `t14`.`times` > 1
            ) AS `t28`
              ON `t6`.`repository` = `t28`.`repository`
              AND `t6`.`author_time` = `t28`.`author_time`
          ) AS `t33`
          WHERE
            `t33`.`author_time` < `t33`.`committer_time`
        ) AS `t39`
      ) AS `t42`
      INNER JOIN (
        SELECT DISTINCT
          *
        FROM (
          SELECT
            *
          FROM (
            SELECT
              `t4`.`repository`
            FROM `bindings` AS `t4`
          ) AS `t17`
          UNION ALL
          SELECT
            *
          FROM (
            SELECT
              `t1`.`repository`
            FROM `told` AS `t1`
          ) AS `t15`
        ) AS `t20`
      ) AS `t29`
        ON `t42`.`repository` = `t29`.`repository`
    ) AS `t47`
  ) AS `t53`
) AS `t55`
INNER JOIN (
  SELECT
    `t0`.`repository`,
    `t0`.`commit`
  FROM `commits` AS `t0`
) AS `t18`
  ON `t55`.`repository` = `t18`.`repository` AND `t55`.`commit` = `t18`.`commit`;
