-- What a transfer can say at all, as controller/pools/contract.py: anything else is a mistake of the
-- caller, or malice. Every field has a type and bounds, and there are no others: what is kept of a
-- transfer is kept for good, and shown to people.

-- Nothing that is not seen, or that turns the text around it.
CREATE FUNCTION pool.is_printable(said text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT length(said) BETWEEN 1 AND 200 AND said !~ E'^ *$' AND said !~ concat('[',
        E'\x01-\x1f\x7f', E'\u0080-\u00a0\u00ad\u061c\u180e\u2000-\u200f',
        E'\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff0-\uffff', E'\U000e0000-\U000effff', ']')
$$;

CREATE FUNCTION pool.is_name(said jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS
    $$SELECT jsonb_typeof(said) = 'string' AND pool.is_printable(said #>> '{}')$$;

CREATE FUNCTION pool.is_whole_number(said jsonb, lowest bigint, highest bigint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN jsonb_typeof(said) = 'number' AND said #>> '{}' ~ '^[0-9]{1,16}$'
        AND (said #>> '{}')::bigint BETWEEN lowest AND highest;
END $$;

CREATE FUNCTION pool.is_list(said jsonb, pattern text, most integer) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF jsonb_typeof(said) IS DISTINCT FROM 'array' OR jsonb_array_length(said) > most THEN
        RETURN false;
    END IF;
    RETURN NOT EXISTS (
        SELECT 1 FROM jsonb_array_elements(said) AS one
        WHERE jsonb_typeof(one) <> 'string' OR length(one #>> '{}') > 200
            OR one #>> '{}' !~ pattern
    );
END $$;

-- Has it these fields, each as it should be, and no other?
CREATE FUNCTION pool.is_record(said jsonb, fields text[]) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN jsonb_typeof(said) = 'object' AND wrong_field(said, fields) IS NULL;
END $$;

CREATE FUNCTION pool.is_amount(said jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN is_whole_number(said, 0, 8000000000000)
        OR jsonb_typeof(said) = 'object'
            AND (is_record(said, '{percent,winners}') OR is_record(said, '{at_most}'));
END $$;

CREATE FUNCTION pool.is_sound(name text, said jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    CASE name
        WHEN 'contribution', 'reservation', 'award', 'level', 'out_of', 'into', 'schedule' THEN
            RETURN is_name(said);
        WHEN 'table' THEN RETURN is_name(said) AND strpos(said #>> '{}', '/') = 0;
        WHEN 'round' THEN RETURN is_whole_number(said, 0, 1000000000000);
        WHEN 'wagers' THEN RETURN is_whole_number(said, 1, 10000);
        WHEN 'at' THEN RETURN is_whole_number(said, 0, 4102444800);  -- in this century
        WHEN 'version' THEN RETURN said = 'null' OR is_whole_number(said, 1, 1000000);
        WHEN 'place' THEN RETURN said = 'null' OR is_whole_number(said, 1, 100);
        WHEN 'percent', 'winners' THEN RETURN is_whole_number(said, 1, 100);
        WHEN 'at_most' THEN RETURN is_whole_number(said, 0, 8000000000000);
        WHEN 'amount' THEN RETURN is_amount(said);
        WHEN 'resets' THEN RETURN jsonb_typeof(said) = 'boolean';
        WHEN 'cards' THEN RETURN is_list(said, '^[2-9TJQKA][cdhs]$', 20);
        -- Staff numbers and plain names: nothing in them that looks alike and is not the same.
        WHEN 'who' THEN RETURN is_list(said, '^[!-~]([ -~]*[!-~])?$', 20);
        WHEN 'wager' THEN RETURN is_whole_number(said, 1, 100000000);
        WHEN 'increment_millionths', 'reserve_increment_millionths' THEN
            RETURN is_whole_number(said, 0, 1000000);
        WHEN 'seed', 'reserve' THEN RETURN is_whole_number(said, 0, 100000000000);
        WHEN 'limit', 'meter' THEN
            RETURN said = 'null' OR is_whole_number(said, 0, 100000000000);
        WHEN 'terms' THEN RETURN is_record(said, '{schedule,wager,increment_millionths,seed}');
        WHEN 'parameters' THEN
            RETURN is_record(said, '{schedule,wager,increment_millionths,seed,
                                     reserve_increment_millionths,limit,version}')
                AND said->'version' <> 'null';
        ELSE RETURN false;
    END CASE;
END $$;

-- The first field that is missing, wrong or not expected; null where all are right.
CREATE FUNCTION pool.wrong_field(said jsonb, fields text[]) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(
        (SELECT name FROM unnest(fields) AS name
         WHERE NOT coalesce(pool.is_sound(name, said->name), false) LIMIT 1),
        (SELECT name FROM jsonb_object_keys(said) AS name WHERE name <> ALL (fields) LIMIT 1)
    )
$$;

CREATE FUNCTION pool.fields_of(kind text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE kind
        WHEN 'Contribute' THEN '{table,round,wagers,version}'::text[]
        WHEN 'TakeBack' THEN '{contribution,wagers}'
        WHEN 'Reserve' THEN '{table,round,amount}'
        WHEN 'Amend' THEN '{reservation,amount}'
        WHEN 'Post' THEN '{reservation,level,amount,resets,cards,who,at,place}'
        WHEN 'Release' THEN '{reservation}'
        WHEN 'Reverse' THEN '{award}'
        WHEN 'Join' THEN '{table,terms}'
        WHEN 'Leave' THEN '{table}'
        WHEN 'Move' THEN '{table,out_of,into,terms}'
        WHEN 'ChangeParameters' THEN '{parameters,who,at}'
        WHEN 'WithdrawChange' THEN '{version,who,at}'
        WHEN 'Open' THEN '{parameters,meter,reserve,who,at}'
    END
$$;

-- Looked at before anything is locked or looked up. Of what is wrong little is repeated.
CREATE FUNCTION pool.expect_sound(of_pool text, of_id text, said jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    fields text[] := fields_of(left(said->>'kind', 20));
    wrong text;
BEGIN
    IF NOT coalesce(is_printable(of_pool) AND is_printable(of_id), false) THEN
        wrong := 'the name of the pool or the id';
    ELSIF said IS NULL OR pg_column_size(said) > 8000 OR octet_length(said::text) > 8000 THEN
        wrong := 'its length';
    ELSIF jsonb_typeof(said) <> 'object' OR jsonb_typeof(said->'kind') IS DISTINCT FROM 'string'
        OR fields IS NULL
    THEN
        wrong := 'its kind';
    ELSE
        wrong := wrong_field(said - 'kind', fields);
    END IF;
    IF wrong IS NOT NULL THEN
        RAISE EXCEPTION 'transfer %: % cannot be so', left(of_id, 40), left(wrong, 40)
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
END $$;
